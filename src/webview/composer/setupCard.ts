import * as l10n from '@vscode/l10n';
import type { SetupView } from '../../common/protocol/protocol.ts';
import { element, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

/** Says why no message can be sent yet, with a button to set the API key. Hidden if the setup is complete. */
export interface SetupCard {
  readonly element: HTMLElement;
  readonly setSetup: (setup: SetupView) => void;
}

export function createSetupCard(context: PanelContext): SetupCard {
  const sentence = element('p');
  const button = textButton(
    l10n.t('Set API key'),
    'button',
    () => void context.ask({ type: 'runAction', action: 'setApiKey' }),
  );
  const card = element('div', { class: 'setup', hidden: true }, sentence, button);
  return {
    element: card,
    setSetup: (setup) => {
      card.hidden = setup.ready;
      sentence.textContent = setup.sentence;
    },
  };
}
