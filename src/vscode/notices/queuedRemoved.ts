import { l10n } from 'vscode';
import type { PanelNotices } from './panelNotices.ts';

/** Tells the user that a queued message was removed, and offers to call `restore`. */
export function tellQueuedRemoved(notices: Pick<PanelNotices, 'tell'>, restore: () => void): void {
  const sentence = l10n.t('The queued message was removed.');
  notices.tell({
    id: 'queuedRemoved',
    sentence: () => sentence,
    action: { label: l10n.t('Undo'), run: restore },
  });
}
