import type { SetupView } from '../../common/protocol/protocol.ts';
import { element } from '../dom.ts';
import { onDemand } from '../onDemand.ts';
import type { PanelContext } from '../panelContext.ts';

export const completeSetup: SetupView = { ready: true, sentence: '' };

/** Says why no message can be sent yet, with buttons for the next step. Hidden if the setup is complete. */
export interface SetupCard {
  readonly element: HTMLElement;
  readonly setSetup: (setup: SetupView) => void;
}

/** Creates a setup card whose code is loaded when the setup is first incomplete. */
export function setupCardOnDemand(context: PanelContext): SetupCard {
  const card = element('div', { class: 'setup', hidden: true });
  let isWanted = false;
  const show = onDemand<SetupView>(async () => {
    const { createSetupCard } = await import('./setupCard.ts');
    return createSetupCard(context, card);
  });
  return {
    element: card,
    setSetup: (setup) => {
      isWanted ||= !setup.ready;
      if (isWanted) show(setup);
    },
  };
}
