import type { PanelNoticeView } from '../../common/protocol/noticeProtocol.ts';
import { textButton } from '../dom.ts';
import type { ReplaceFocus } from '../focus/replaceFocus.ts';
import type { PanelContext } from '../panelContext.ts';
import { focusAwaited } from './awaitNotice.ts';
import { createNoticeList, dismissButton } from './noticeList.ts';

/**
 * Returns a function that shows notices in `place`, and announces each new or changed notice to screen readers. The
 * amounts of a warning change often, so that a changed warning is not announced.
 *
 * @param focusMessage See createNoticeList.
 */
export function createPanelNotices(
  { post, announce }: PanelContext,
  place: HTMLElement,
  focusMessage: ReplaceFocus,
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
  let shown: readonly PanelNoticeView[] = [];
  return (notices) => {
    show(notices);
    focusAwaited(place);
    const isKnown = (notice: PanelNoticeView) =>
      shown.some(({ id, sentence }) => id === notice.id && (notice.isWarning || sentence === notice.sentence));
    for (const notice of notices) if (!isKnown(notice)) announce(notice.sentence);
    shown = notices;
  };
}
