import { env, l10n } from 'vscode';
import type { ChatDraft } from '../../chat/draft/chatDraft.ts';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import { shownLabel } from '../panel/messageView.ts';
import type { PanelNotice, PanelNotices } from './panelNotices.ts';

/**
 * Tells the user that a queued message was removed, and offers to call `restore`. While an earlier notice is shown, its
 * action also restores the messages that were removed before.
 */
export function tellQueuedRemoved(notices: Pick<PanelNotices, 'tell'>, restore: () => void): void {
  const sentence = (count: number) =>
    count === 1 ? l10n.t('The queued message was removed.') : queuedMessagesRemoved(count);
  notices.tell(createNotice({ id: 'queuedRemoved', restore, sentence }));
}

/**
 * Like `tellQueuedRemoved`, for an attachment that was removed from the message box. The notice is removed when the
 * message is sent.
 */
export function tellAttachmentRemoved(
  notices: Pick<PanelNotices, 'tell'>,
  draft: Pick<ChatDraft, 'addAttachments' | 'sentTexts'>,
  attachment: Attachment,
): void {
  const { sentTexts } = draft;
  const sentence = (count: number) =>
    count === 1 ? l10n.t('{0} was removed.', shownLabel(attachment)) : attachmentsRemoved(count);
  const restore = () => draft.addAttachments([attachment]);
  const isTrue = () => draft.sentTexts === sentTexts;
  notices.tell(createNotice({ id: 'attachmentRemoved', restore, sentence, isTrue }));
}

interface Removal extends Pick<PanelNotice, 'id' | 'isTrue'> {
  readonly restore: () => void;
  /** Returns the sentence for this number of removals that one click on Undo undoes. */
  readonly sentence: (count: number) => string;
}

function createNotice({ restore, sentence, ...removal }: Removal, count = 1): PanelNotice {
  return {
    ...removal,
    count,
    sentence: () => sentence(count),
    action: { label: l10n.t('Undo'), run: restore },
    isAboutData: true,
    merge: (earlier) => {
      const restoreAll = () => {
        // The last one first, because each message returns to the place that it had when it was removed.
        restore();
        earlier.action?.run();
      };
      return createNotice({ ...removal, restore: restoreAll, sentence }, count + (earlier.count ?? 1));
    },
  };
}

function queuedMessagesRemoved(count: number): string {
  return pluralText(count, env.language, {
    one: l10n.t('{0} queued message was removed.', count),
    few: l10n.t({ message: '{0} queued messages were removed.', args: [count], comment: 'few' }),
    many: l10n.t({ message: '{0} queued messages were removed.', args: [count], comment: 'many' }),
    other: l10n.t('{0} queued messages were removed.', count),
  });
}

function attachmentsRemoved(count: number): string {
  return pluralText(count, env.language, {
    one: l10n.t('{0} attachment was removed.', count),
    few: l10n.t({ message: '{0} attachments were removed.', args: [count], comment: 'few' }),
    many: l10n.t({ message: '{0} attachments were removed.', args: [count], comment: 'many' }),
    other: l10n.t('{0} attachments were removed.', count),
  });
}
