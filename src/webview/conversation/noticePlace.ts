import * as l10n from '@vscode/l10n';
import type { ActionView, ClockView, NoticeView } from '../../common/protocol/conversationProtocol.ts';
import { copyText } from '../copyText.ts';
import { element, icon, iconButton, replaceAllChildren } from '../dom.ts';
import { appendCode, createCodeSplitter } from '../markdown/hiddenCharacterMark.ts';
import { LineParts } from '../markdown/code/lineParts.ts';
import type { PanelContext } from '../panelContext.ts';
import { createActionButtons } from './actionButtons.ts';
import { createClockSentence } from './clockSentence.ts';

/** The container of a reply's notice; empty if the reply has no notice. */
export interface NoticePlace {
  readonly element: HTMLElement;
  /**
   * Shows a notice, or nothing if `notice` is undefined. If `notice` differs from the shown notice only in the clock's
   * seconds or in prices, updates the shown notice in place. A focused button of the shown notice then keeps the focus,
   * and open details stay open.
   */
  readonly show: (notice: NoticeView | undefined) => void;
  readonly setRunning: (isRunning: boolean) => void;
}

export function createNoticePlace(context: PanelContext, responseId: string): NoticePlace {
  const place = element('div', { class: 'notice-place' });
  let current: NoticeElement | undefined;
  let shown: string | undefined;
  let isRunning = false;

  function show(notice: NoticeView | undefined): void {
    const next = notice === undefined ? undefined : identity(notice);
    if (next !== shown) {
      shown = next;
      current = notice === undefined ? undefined : createNoticeElement(context, notice, responseId);
      current?.setRunning(isRunning);
      replaceAllChildren(place, current === undefined ? [] : [current.element]);
      return;
    }
    current?.setClock(notice?.clock);
    current?.setPrices(notice?.actions ?? []);
  }

  return {
    element: place,
    show,
    setRunning: (value) => {
      isRunning = value;
      current?.setRunning(value);
    },
  };
}

/** Returns the same string for two notices that differ only in the clock's seconds or in the prices of actions. */
function identity({ clock, actions, ...rest }: NoticeView): string {
  return JSON.stringify({ ...rest, counts: clock?.counts, actions: actions.map(({ id, label }) => [id, label]) });
}

/** A text about a reply, with action buttons and collapsible details. */
interface NoticeElement {
  readonly element: HTMLElement;
  readonly setClock: (clock: ClockView | undefined) => void;
  /** Must be called when the notice is updated in place. `actions` has the current prices. */
  readonly setPrices: (actions: readonly ActionView[]) => void;
  readonly setRunning: (isRunning: boolean) => void;
}

function createNoticeElement(context: PanelContext, notice: NoticeView, responseId: string): NoticeElement {
  const sentence = createClockSentence(notice);
  const details = noticeDetails(context, notice.details ?? '');
  const actions = createActionButtons(context, {
    responseId,
    actions: notice.actions.filter(({ id }) => id !== 'showDetails' || notice.details !== undefined),
    // Highlight the first button only for an error, because only an error requires an action of the user.
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
  const copy = iconButton('copy', l10n.t('Copy details'), () => void copyText(context, copy, text, 'code'));
  const code = element('pre', { dir: 'ltr', tabindex: '0' });
  appendCode(new LineParts(code), createCodeSplitter()(text, 0, text.length));
  return element('div', { class: 'notice-details', hidden: true }, code, copy);
}
