import type { PanelNoticeView } from '../../common/protocol/noticeProtocol.ts';
import { textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { createNoticeList, dismissButton } from './noticeList.ts';

/**
 * Returns a function that shows notices in `place`, and announces each new sentence to screen readers.
 *
 * @param focusMessage See createNoticeList.
 */
export function createPanelNotices(
  { post, announce }: PanelContext,
  place: HTMLElement,
  focusMessage: () => void,
): (notices: readonly PanelNoticeView[]) => void {
  const show = createNoticeList<PanelNoticeView>(
    place,
    ({ id, action, isWarning }) => JSON.stringify([id, action, isWarning]),
    ({ id, action, isWarning }) => ({
      className: isWarning ? 'line warning' : 'line',
      icon: isWarning ? 'warning' : 'info',
      buttons: [
        ...(action === undefined
          ? []
          : [textButton(action, 'button secondary', () => post({ type: 'runNotice', id }))]),
        dismissButton(() => post({ type: 'dismissNotice', id }), focusMessage),
      ],
    }),
    focusMessage,
  );
  let ids: readonly string[] = [];
  return (notices) => {
    show(notices);
    for (const { sentence } of notices.filter(({ id }) => !ids.includes(id))) announce(sentence);
    ids = notices.map(({ id }) => id);
  };
}
