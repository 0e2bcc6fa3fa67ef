import * as vscode from 'vscode';
import type { DeletedView, MessageView } from '../../common/protocol/conversationProtocol.ts';
import { instructionsId, type AttachmentView, type QueuedMessageView } from '../../common/protocol/draftProtocol.ts';
import { attachmentLabel, type Attachment } from '../../chat/messages/attachment.ts';
import type { ChatDraft } from '../../chat/draft/chatDraft.ts';
import type { ReplyParts } from '../../chat/messages/joinedReplies.ts';
import type { ConversationMode, Message, Reply } from '../../chat/messages/message.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import { plainName } from '../dialogs/plainText.ts';
import { estimatedTokens } from '../spend/tokenTexts.ts';
import { remarksOnReply, type ReplyPlace } from './replyRemarks.ts';

/** Facts about a shown message that are not part of the message. */
export interface MessageContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly placeOf: (reply: Reply) => ReplyPlace;
  /** The instructions to show with a question like an attachment. */
  readonly instructions?: string | undefined;
}

/** Converts a message for the panel. */
export function toMessageView(message: Message, { now, placeOf, instructions }: MessageContext): MessageView {
  switch (message.kind) {
    case 'question': {
      const { kind, id, text, attachments, isCarried = false } = message;
      const views = attachments.map(toSentAttachmentView);
      const all = instructions === undefined ? views : [toInstructionsView(instructions), ...views];
      // The text field of the question's editor has only these line breaks.
      return { kind, id, text: text.replaceAll(/\r\n?/g, '\n'), attachments: all, isCarried };
    }
    case 'reply': {
      const { kind, id, text, reasoning, state, isCarried = false } = message;
      return { kind, id, text, reasoning, state, isCarried, ...remarksOnReply(message, now, placeOf(message)) };
    }
  }
}

/**
 * Returns the ids of a deleted question and its replies, with the sentence that the panel shows in their place. `shown`
 * contains the deleted replies as they were shown. Does not read their texts, which may be large.
 */
export function toDeletedView(
  ids: readonly string[],
  shown: readonly ReplyParts[],
  mode: ConversationMode,
): DeletedView {
  const wasReceived = shown.length === 0 || shown.some((parts) => parts.some((reply) => wasSent(reply)));
  if (!wasReceived) return { ids, sentence: vscode.l10n.t('Message deleted.') };
  const replyCount = shown.filter((parts) => parts.some((reply) => wasSent(reply) && !isEmptyAttempt(reply))).length;
  return { ids, sentence: deletedSentence(replyCount, mode === 'session') };
}

/** A request that failed without a charge, such as one that never reached the service, left nothing there. */
function wasSent({ ending }: Reply): boolean {
  return ending?.charged !== 'no';
}

/** Returns true for an attempt that ended before text or reasoning arrived. */
function isEmptyAttempt({ state, ending }: Reply): boolean {
  return (state === 'failed' || state === 'stopped') && ending?.textAfter === undefined;
}

function deletedSentence(replyCount: number, isRemembered: boolean): string {
  const { l10n } = vscode;
  if (replyCount > 1) {
    const rest = isRemembered
      ? l10n.t('The service still remembers them in this session.')
      : l10n.t('They’re no longer sent.');
    return `${repliesDeleted(replyCount)} ${rest}`;
  }
  if (replyCount === 0) {
    return isRemembered
      ? l10n.t('Message deleted. The service may remember it in this session.')
      : l10n.t('Message deleted. It’s no longer sent.');
  }
  return isRemembered
    ? l10n.t('Exchange deleted. The service still remembers the exchange in this session.')
    : l10n.t('Exchange deleted. It’s no longer sent.');
}

function repliesDeleted(count: number): string {
  const { l10n, env } = vscode;
  return pluralText(count, env.language, {
    one: l10n.t('Message and {0} reply deleted.', count),
    few: l10n.t({ message: 'Message and {0} replies deleted.', args: [count], comment: 'few' }),
    many: l10n.t({ message: 'Message and {0} replies deleted.', args: [count], comment: 'many' }),
    other: l10n.t('Message and {0} replies deleted.', count),
  });
}

/** Returns the sentence below messages that were carried over from an earlier session. */
export function carriedOverSentence(): string {
  return vscode.l10n.t('This session is an edited copy. The original session was kept.');
}

/**
 * Converts an attachment of the draft for the message box. `tokens` is undefined until the attachment's tokens are
 * counted.
 */
export function toDraftAttachmentView(attachment: Attachment, tokens: number | undefined): AttachmentView {
  const { id, uri, isOff = false, isPasted = false } = attachment;
  const size = tokens === undefined ? '' : estimatedTokens(tokens);
  return { id, label: shownLabel(attachment), size, isOff, canOpen: uri !== undefined, isPasted };
}

/** @param shownSessionId the id of the session that the panel shows */
export function toQueueView(
  draft: Pick<ChatDraft, 'queue' | 'isHeld' | 'isWaiting' | 'isOfOtherService'>,
  shownSessionId: string,
): readonly QueuedMessageView[] {
  const ofOtherService = draft.queue.filter((each) => draft.isOfOtherService(each));
  return draft.queue.map((message) => {
    const { id, text, attachments, sessionId = shownSessionId } = message;
    const isOfOther = sessionId !== shownSessionId;
    const isHeld = draft.isHeld(message, shownSessionId);
    const isWaiting = draft.isWaiting(message);
    const heldReason = message === ofOtherService[0] && { heldReason: forOtherService(ofOtherService.length) };
    const views = attachments.map(toSentAttachmentView);
    return { id, text, attachments: views, isHeld, isOfOther, isWaiting, ...heldReason };
  });
}

/** @param count the number of messages that are held because the configured service is another one */
function forOtherService(count: number): string {
  const { l10n, env } = vscode;
  return pluralText(count, env.language, {
    one: l10n.t('{0} message was queued for another service.', count),
    few: l10n.t({ message: '{0} messages were queued for another service.', args: [count], comment: 'few' }),
    many: l10n.t({ message: '{0} messages were queued for another service.', args: [count], comment: 'many' }),
    other: l10n.t('{0} messages were queued for another service.', count),
  });
}

export function toInstructionsView(code: string): AttachmentView {
  return { id: instructionsId, label: vscode.l10n.t('Instructions'), code, languageId: 'markdown', size: '' };
}

function toSentAttachmentView(attachment: Attachment): AttachmentView {
  const { id, code, languageId } = attachment;
  return { id, label: shownLabel(attachment), code, languageId, size: '' };
}

/** Returns the label of an attachment, with visible marks for hidden characters (see plainName). */
export function shownLabel(attachment: Attachment): string {
  if (attachment.path !== '') return attachmentLabel({ ...attachment, path: plainName(attachment.path) });
  const { l10n, env } = vscode;
  const lines = attachment.endLine;
  return pluralText(lines, env.language, {
    one: l10n.t('Pasted text, {0} line', lines),
    few: l10n.t({ message: 'Pasted text, {0} lines', args: [lines], comment: 'few' }),
    many: l10n.t({ message: 'Pasted text, {0} lines', args: [lines], comment: 'many' }),
    other: l10n.t('Pasted text, {0} lines', lines),
  });
}
