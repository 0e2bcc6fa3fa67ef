import * as l10n from '@vscode/l10n';
import type { BackgroundReplyView } from '../../common/protocol/sessionProtocol.ts';
import { element, icon, iconButton, replaceAllChildren, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

/** One notice for each reply of a session that is not shown. */
export interface BackgroundReplyNotices {
  readonly element: HTMLElement;
  readonly show: (replies: readonly BackgroundReplyView[]) => void;
}

export function createBackgroundReplyNotices({ post, announce }: PanelContext): BackgroundReplyNotices {
  const root = element('div', { class: 'background-replies' });
  let shown: readonly BackgroundReplyView[] = [];

  const noticeOf = ({ sessionId, sentence, isRunning }: BackgroundReplyView) =>
    element(
      'section',
      { class: 'notice background', 'aria-label': sentence },
      icon(isRunning ? 'sync' : 'comment'),
      element('p', {}, sentence),
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
    show: (replies) => {
      const isEnded = ({ sessionId, isRunning }: BackgroundReplyView) =>
        !isRunning && shown.some((each) => each.sessionId === sessionId && each.isRunning);
      for (const { sentence } of replies.filter(isEnded)) announce(sentence);
      replaceAllChildren(root, replies.map(noticeOf));
      shown = replies;
    },
  };
}
