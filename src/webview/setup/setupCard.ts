import * as l10n from '@vscode/l10n';
import type { ActionId } from '../../common/protocol/conversationProtocol.ts';
import type { SetupView } from '../../common/protocol/protocol.ts';
import { element, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

/**
 * Returns a function that shows in `card` why no message can be sent yet, with buttons for the next step. If the setup
 * is complete, the function hides `card`.
 */
export function createSetupCard(context: PanelContext, card: HTMLElement): (setup: SetupView) => void {
  const sentence = element('p');
  const button = (label: string, look: string, action: ActionId) =>
    textButton(label, look, () => void context.ask({ type: 'runAction', action }));
  const useService = button(l10n.t('Use this service'), 'button', 'useService');
  const openSettings = button(l10n.t('Open settings'), 'button secondary', 'openSettings');
  const setApiKey = button(l10n.t('Set API key'), 'button', 'setApiKey');
  const changeBaseUrl = button(l10n.t('Change base URL'), 'button secondary', 'changeBaseUrl');
  const buttons = element('div', { class: 'actions' }, useService, setApiKey, changeBaseUrl, openSettings);
  card.append(sentence, buttons);
  return (setup) => {
    card.hidden = setup.ready;
    useService.hidden = openSettings.hidden = setup.isUnconfirmed !== true;
    const isInvalid = (setApiKey.hidden = setup.isAddressInvalid === true);
    changeBaseUrl.hidden = !isInvalid && setup.hasAddress !== true;
    changeBaseUrl.classList.toggle('secondary', !isInvalid);
    setApiKey.classList.toggle('secondary', setup.isUnconfirmed === true);
    sentence.textContent = setup.sentence;
  };
}
