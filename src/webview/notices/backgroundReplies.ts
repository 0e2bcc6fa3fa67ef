import * as l10n from '@vscode/l10n';
import type { BackgroundReplyView } from '../../common/protocol/sessionProtocol.ts';
import { element, icon, iconButton, textButton } from '../dom.ts';
import { createKeyedList } from '../keyedList.ts';
import type { PanelContext } from '../panelContext.ts';

/**
 * Returns a function that shows one notice in `place` for each reply of a session that is not shown, and announces the
 * end of each reply to screen readers.
 *
 * @param focusMessage Called when a notice that contains the focus is removed.
 */
export function createBackgroundReplyNotices(
  { post, announce }: PanelContext,
  place: HTMLElement,
  focusMessage: () => void,
): (replies: readonly BackgroundReplyView[]) => void {
  const list = createKeyedList<
    BackgroundReplyView,
    { element: HTMLElement; update: (reply: BackgroundReplyView) => void }
  >(
    place,
    // A changed sentence updates the notice in place, so that its buttons keep the focus.
    ({ sessionId, isRunning }) => JSON.stringify([sessionId, isRunning]),
    ({ sessionId, isRunning }) => {
      const sentence = element('p');
      const root = element(
        'section',
        { class: 'notice background' },
        icon(isRunning ? 'sync' : 'comment'),
        sentence,
        element(
          'div',
          { class: 'notice-buttons' },
          textButton(l10n.t('Show'), 'button secondary', () => post({ type: 'openSession', id: sessionId })),
          isRunning
            ? textButton(l10n.t('Stop'), 'button secondary', () => post({ type: 'stopBackgroundReply', id: sessionId }))
            : iconButton('close', l10n.t('Dismiss'), () => post({ type: 'dismissBackgroundReply', id: sessionId })),
        ),
      );
      return {
        element: root,
        update: (reply) => {
          root.ariaLabel = reply.sentence;
          sentence.textContent = reply.sentence;
        },
      };
    },
  );
  let shown: readonly BackgroundReplyView[] = [];

  return (replies) => {
    const hadFocus = place.contains(document.activeElement);
    list.show(replies);
    if (hadFocus && !place.contains(document.activeElement)) focusMessage();
    const isEnded = ({ sessionId, isRunning }: BackgroundReplyView) =>
      !isRunning && shown.some((each) => each.sessionId === sessionId && each.isRunning);
    for (const { sentence } of replies.filter(isEnded)) announce(sentence);
    shown = replies;
  };
}
