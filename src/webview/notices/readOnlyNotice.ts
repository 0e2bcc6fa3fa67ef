import * as l10n from '@vscode/l10n';
import type { SessionAccessView } from '../../common/protocol/sessionProtocol.ts';
import { element, icon, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

/** A notice that the session is open in another window. Offers to take over the session or to start a new session. */
export interface ReadOnlyNotice {
  /** Shows or hides the notice, and announces changes to screen readers. */
  readonly show: (access: SessionAccessView) => void;
  readonly focus: () => void;
}

/** Creates the notice in `place`. The notice is hidden at first. */
export function createReadOnlyNotice({ post, announce }: PanelContext, place: HTMLElement): ReadOnlyNotice {
  let isBusy = false;
  /** True if the user has asked for the session, and the session has not changed since then. */
  let isTaking = false;
  const sentence = element('p', { id: 'read-only' });
  const takeOver = textButton(l10n.t('Use session here'), 'button', () => {
    if (isBusy) return;
    isTaking = true;
    post({ type: 'takeOver' });
  });
  const startAnother = textButton(l10n.t('Start another'), 'button secondary', () => post({ type: 'newSession' }));
  const root = element(
    'section',
    { class: 'notice read-only', hidden: true, 'aria-labelledby': sentence.id },
    icon('lock'),
    element('div', { class: 'notice-body' }, sentence, element('div', { class: 'actions' }, takeOver, startAnother)),
  );
  place.append(root);

  function announceChange({ isReadOnly }: SessionAccessView, text: string): void {
    if (isReadOnly && (root.hidden || text !== sentence.textContent)) announce(text);
    else if (!isReadOnly && isTaking) announce(l10n.t('You can use the session here.'));
    isTaking = false;
  }

  return {
    show: (access) => {
      isBusy = access.isBusy;
      const text = isBusy
        ? l10n.t('This session is open in another window, where a reply is running.')
        : l10n.t('This session is open in another window.');
      announceChange(access, text);
      root.hidden = !access.isReadOnly;
      sentence.textContent = text;
      takeOver.ariaDisabled = String(isBusy);
      takeOver.title = isBusy ? l10n.t('Available when the running reply has ended.') : '';
    },
    focus: () => (isBusy ? startAnother : takeOver).focus(),
  };
}
