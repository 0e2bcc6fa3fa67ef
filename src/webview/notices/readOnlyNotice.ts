import * as l10n from '@vscode/l10n';
import type { SessionAccessView } from '../../common/protocol/sessionProtocol.ts';
import { element, icon, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

/** A notice that the session is open in another window. Offers to take over the session or to start a new session. */
export interface ReadOnlyNotice {
  readonly element: HTMLElement;
  readonly show: (access: SessionAccessView) => void;
  readonly focus: () => void;
}

export function createReadOnlyNotice({ post }: PanelContext): ReadOnlyNotice {
  let isBusy = false;
  const sentence = element('p', { id: 'read-only' });
  const takeOver = textButton(l10n.t('Use session here'), 'button', () => {
    if (!isBusy) post({ type: 'takeOver' });
  });
  const startAnother = textButton(l10n.t('Start another'), 'button secondary', () => post({ type: 'newSession' }));
  const root = element(
    'section',
    { class: 'notice read-only', hidden: true, 'aria-labelledby': sentence.id },
    icon('lock'),
    element('div', { class: 'notice-body' }, sentence, element('div', { class: 'actions' }, takeOver, startAnother)),
  );
  return {
    element: root,
    show: (access) => {
      isBusy = access.isBusy;
      root.hidden = !access.isReadOnly;
      sentence.textContent = isBusy
        ? l10n.t('This session is open in another window, where a reply is running.')
        : l10n.t('This session is open in another window.');
      takeOver.ariaDisabled = String(isBusy);
      takeOver.title = isBusy ? l10n.t('Available when the running reply has ended.') : '';
    },
    focus: () => (isBusy ? startAnother : takeOver).focus(),
  };
}
