import { env, l10n } from 'vscode';
import type { ChatSession } from '../../chat/conversation/chatSession.ts';
import type { ChatDraft } from '../../chat/draft/chatDraft.ts';
import type { QueuedMessage } from '../../chat/draft/draftStore.ts';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { hypotheticalQuestion } from '../../chat/messages/requestMessages.ts';
import { sessionTitle } from '../../chat/sessions/sessionSummary.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import { shownTitle } from '../dialogs/plainText.ts';
import { shownLabel } from '../panel/messageView.ts';
import type { PanelNotice, PanelNotices } from './panelNotices.ts';

/**
 * Tells the user that a queued message was removed, and offers to call `restore`. While an earlier notice is shown, its
 * action also restores the messages that were removed before. The notice is removed when the user sends a message or shows
 * another session, but not when the next queued message is sent automatically.
 */
export function tellQueuedRemoved(
  notices: Pick<PanelNotices, 'tell'>,
  chat: { readonly draft: Pick<ChatDraft, 'submissionCount'>; readonly session: Pick<ChatSession, 'id'> },
  { text, attachments }: QueuedMessage,
  restore: () => void,
): void {
  const { submissionCount } = chat.draft;
  const { id } = chat.session;
  const title = shownTitle(sessionTitle([{ ...hypotheticalQuestion(''), text, attachments }], ''));
  const sentence = (count: number) =>
    count === 1 ? l10n.t('The queued message “{0}” was removed.', title) : queuedMessagesRemoved(count);
  const isTrue = () => chat.draft.submissionCount === submissionCount && chat.session.id === id;
  notices.tell(createNotice({ id: 'queuedRemoved', restore, sentence, isTrue }));
}

/** Tells the user why a new session is shown. The notice is removed when another session is shown or a message is added. */
export function tellSessionDeleted(notices: Pick<PanelNotices, 'tell'>): void {
  const sentence = () => l10n.t('This session was deleted in another window.');
  notices.tell({ id: 'sessionDeleted', sentence, isTemporary: true });
}

/**
 * Like `tellQueuedRemoved`, for an attachment that was removed from the message box. The notice is removed when the
 * message is sent.
 */
export function tellAttachmentRemoved(
  notices: Pick<PanelNotices, 'tell'>,
  draft: Pick<ChatDraft, 'addAttachments' | 'submissionCount'>,
  attachment: Attachment,
): void {
  const { submissionCount } = draft;
  const sentence = (count: number) =>
    count === 1 ? l10n.t('{0} was removed.', shownLabel(attachment)) : attachmentsRemoved(count);
  const restore = () => draft.addAttachments([attachment]);
  const isTrue = () => draft.submissionCount === submissionCount;
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
