import { l10n } from 'vscode';
import type { PanelNotice, PanelNotices } from './panelNotices.ts';

/**
 * Tells the user that a queued message was removed, and offers to call `restore`. While an earlier notice is shown, its
 * action also restores the messages that were removed before.
 */
export function tellQueuedRemoved(notices: Pick<PanelNotices, 'tell'>, restore: () => void): void {
  notices.tell(createNotice(l10n.t('The queued message was removed.'), restore));
}

function createNotice(sentence: string, restore: () => void): PanelNotice {
  return {
    id: 'queuedRemoved',
    sentence: () => sentence,
    action: { label: l10n.t('Undo'), run: restore },
    isTemporary: true,
    isAboutData: true,
    merge: ({ action }) =>
      createNotice(l10n.t('The queued messages were removed.'), () => {
        // The last removed message first, because each message returns to the place that it had when it was removed.
        restore();
        action?.run();
      }),
  };
}
