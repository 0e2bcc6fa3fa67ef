import * as vscode from 'vscode';
import type { DeletedView, MessageView } from '../../common/protocol/conversationProtocol.ts';
import type { AttachmentView, QueuedMessageView } from '../../common/protocol/draftProtocol.ts';
import type { SetupView } from '../../common/protocol/protocol.ts';
import { attachmentLabel, type Attachment } from '../../chat/messages/attachment.ts';
import type { QueuedMessage } from '../../chat/draft/draftStore.ts';
import type { Message } from '../../chat/messages/message.ts';
import type { ConversationMode } from '../../chat/messages/message.ts';
import { formatTokens } from '../../common/formatCost.ts';
import type { Setup } from '../connection/connectionSource.ts';
import { describeAddressFault } from '../connection/describeInput.ts';
import { replyRemarks, type Language } from './replyRemarks.ts';

/** What the panel shows of a message; `now` is milliseconds since the epoch. */
export function messageView(message: Message, now: number, language: Language): MessageView {
  switch (message.kind) {
    case 'question': {
      const { kind, id, text, attachments, isCarried = false } = message;
      return { kind, id, text, attachments: attachments.map(sentAttachmentView), isCarried };
    }
    case 'reply': {
      const { kind, id, text, reasoning, state, isCarried = false } = message;
      return { kind, id, text, reasoning, state, isCarried, ...replyRemarks(message, now, language) };
    }
  }
}

/** What stands where messages were deleted. */
export function deletedView(ids: readonly string[], mode: ConversationMode): DeletedView {
  const sentence =
    mode === 'session'
      ? vscode.l10n.t('Exchange deleted. The service still remembers it in this session.')
      : vscode.l10n.t('Exchange deleted. It is no longer sent.');
  return { ids, sentence };
}

/** Stands below what was said in the session that this one goes on from. */
export function carriedOverSentence(): string {
  return vscode.l10n.t('Edited from an earlier session, which is kept.');
}

/** A chip in the message box; `tokens` is undefined while they are counted. */
export function draftAttachmentView(attachment: Attachment, tokens: number | undefined): AttachmentView {
  const { id, uri, isOff = false, isPasted = false } = attachment;
  const size =
    tokens === undefined ? '' : vscode.l10n.t('≈ {0} tokens', formatTokens(tokens, vscode.env.language));
  return { id, label: shownLabel(attachment), size, isOff, canOpen: uri !== undefined, isPasted };
}

export function queuedMessageView({ id, text, attachments }: QueuedMessage): QueuedMessageView {
  return { id, text, attachments: attachments.map(sentAttachmentView) };
}

export function setupView(setup: Setup): SetupView {
  return { ready: setup.status === 'ready', sentence: setupSentence(setup) };
}

function setupSentence(setup: Setup): string {
  const { l10n } = vscode;
  switch (setup.status) {
    case 'ready':
      return '';
    case 'noAddress':
      return l10n.t('To begin, enter the service’s base URL and your API key.');
    case 'badAddress':
      return l10n.t('The base URL in your settings can’t be used: {0}', describeAddressFault(setup.fault));
    case 'noKey':
      return setup.isKeyLost
        ? l10n.t('Your key is gone: this computer has no keyring, so keys are kept in memory only. Enter it again.')
        : l10n.t('To begin, enter your API key for {0}.', setup.address.origin);
    case 'otherOrigin':
      return l10n.t('Your key was entered for {0}. Set it for {1} before it goes there.', setup.keyOrigin, setup.address.origin);
  }
}

function sentAttachmentView(attachment: Attachment): AttachmentView {
  const { id, code, languageId } = attachment;
  return { id, label: shownLabel(attachment), code, languageId, size: '' };
}

function shownLabel(attachment: Attachment): string {
  return attachment.path === '' ? vscode.l10n.t('Pasted text, {0} lines', attachment.endLine) : attachmentLabel(attachment);
}
