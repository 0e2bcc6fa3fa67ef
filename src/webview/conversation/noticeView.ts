import * as l10n from '@vscode/l10n';
import type { ActionView, ClockView, NoticeView } from '../../common/protocol/conversationProtocol.ts';
import { actionButtons } from './actionButtons.ts';
import { createClockSentence } from './clockSentence.ts';
import { element, icon, iconButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { showCopied } from '../showCopied.ts';

/** A sentence about a reply, with what can be done about it. */
export interface NoticeElement {
  readonly element: HTMLElement;
  readonly setClock: (clock: ClockView | undefined) => void;
  /** The notice is shown again, with other prices. */
  readonly setPrices: (actions: readonly ActionView[]) => void;
  readonly setRunning: (isRunning: boolean) => void;
}

export function createNoticeElement(context: PanelContext, notice: NoticeView, responseId: string): NoticeElement {
  const sentence = createClockSentence(notice);
  const details = noticeDetails(context, notice.details ?? '');
  const actions = actionButtons(context, {
    responseId,
    actions: notice.actions.filter(({ id }) => id !== 'showDetails' || notice.details !== undefined),
    // Only an error asks for something to be done.
    hasPrimary: notice.severity === 'error',
    toggleDetails: () => {
      details.hidden = !details.hidden;
      return !details.hidden;
    },
  });
  const body = element('div', { class: 'notice-body' }, sentence.element, actions.element);
  return {
    element: element('div', { class: `notice ${notice.severity}` }, icon(notice.severity), body, details),
    setClock: sentence.setClock,
    setPrices: actions.setPrices,
    setRunning: actions.setRunning,
  };
}

function noticeDetails(context: PanelContext, text: string): HTMLElement {
  const copy = iconButton('copy', l10n.t('Copy details'), () => {
    context.post({ type: 'copyText', text });
    showCopied(copy, context);
  });
  return element('div', { class: 'notice-details', hidden: true }, element('pre', { dir: 'ltr', tabindex: '0' }, text), copy);
}
