import type { NoticeView } from '../../common/protocol/conversationProtocol.ts';
import { element } from '../dom.ts';
import { createNoticeElement, type NoticeElement } from './noticeView.ts';
import type { PanelContext } from '../panelContext.ts';

/** Where a reply's notice stands, if it has one. */
export interface NoticePlace {
  readonly element: HTMLElement;
  /** The same notice again stays as it is, with its focus and its open details; only its clock and its prices are set. */
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
      place.replaceChildren(...(current === undefined ? [] : [current.element]));
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

function identity({ clock, actions, ...rest }: NoticeView): string {
  return JSON.stringify({ ...rest, counts: clock?.counts, actions: actions.map(({ id, label }) => [id, label]) });
}
