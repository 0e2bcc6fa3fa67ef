import * as l10n from '@vscode/l10n';
import type { BackgroundReplyView } from '../../common/protocol/sessionProtocol.ts';
import { textButton } from '../dom.ts';
import type { ReplaceFocus } from '../focus/replaceFocus.ts';
import type { PanelContext } from '../panelContext.ts';
import { createNoticeList, dismissButton } from './noticeList.ts';

/**
 * Returns a function that shows one notice in `place` for each reply of a session that is not shown, and announces the
 * end of each reply to screen readers. The extension does not report the end of a stopped reply, so announces the stop.
 *
 * @param focusMessage See createNoticeList.
 */
export function createBackgroundReplyNotices(
  { post, announce }: PanelContext,
  place: HTMLElement,
  focusMessage: ReplaceFocus,
): (replies: readonly BackgroundReplyView[]) => void {
  const show = createNoticeList<BackgroundReplyView>(
    place,
    ({ sessionId, isRunning }) => JSON.stringify([sessionId, isRunning]),
    ({ sessionId: id, isRunning }) => ({
      className: 'background',
      icon: isRunning ? 'sync' : 'comment',
      buttons: [
        textButton(l10n.t('Show'), 'button secondary', () => post({ type: 'openSession', id })),
        isRunning
          ? textButton(l10n.t('Stop'), 'button secondary', () => {
              post({ type: 'stopBackgroundReply', id });
              announce(l10n.t('The reply was stopped.'));
            })
          : dismissButton(() => post({ type: 'dismissBackgroundReply', id }), focusMessage),
      ],
    }),
    focusMessage,
  );
  let shown: readonly BackgroundReplyView[] = [];

  return (replies) => {
    show(replies);
    const isEnded = ({ sessionId, isRunning }: BackgroundReplyView) =>
      !isRunning && shown.some((each) => each.sessionId === sessionId && each.isRunning);
    for (const { sentence } of replies.filter(isEnded)) announce(sentence);
    shown = replies;
  };
}
