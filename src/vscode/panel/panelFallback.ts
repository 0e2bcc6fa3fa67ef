import * as vscode from 'vscode';
import type { Message, Reply } from '../../chat/messages/message.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import { codeSpan } from '../../common/code/codeFence.ts';
import { shownLabel } from './messageView.ts';
import { openReplyDocument, type ReplyDocument } from './replyDocument.ts';
import { remarksOnReply } from './replyRemarks.ts';
import { watchPanel, type PanelWatch } from './watchPanel.ts';
import { showError } from '../dialogs/messages.ts';

/**
 * Handles a panel that does not load. Tells the user, and opens a document for each new reply until the panel loads. An
 * open document receives text until its reply is booked, which means that the reply's final cost is known.
 */
export interface PanelFallback {
  readonly watch: PanelWatch;
  /** Must be called before a command sends a message whose reply appears in the panel. */
  readonly expectReply: () => void;
  readonly handleChatEvent: (event: WorkspaceChatEvent) => void;
  readonly dispose: () => void;
}

export function createPanelFallback(chat: WorkspaceChat, reportError: (error: unknown) => void): PanelFallback {
  let isReplyExpected = false;
  /** The ids of the replies added since `expectReply`, while it is not yet known whether the panel loads. */
  let unseen: readonly string[] = [];
  const documents = new Map<string, ReplyDocument>();

  const watch = watchPanel({
    onDown: () => {
      tellPanelIsDown().catch(reportError);
      const replyIds = takeUnseen();
      for (const message of chat.session.messages)
        if (message.kind === 'reply' && replyIds.includes(message.id)) open(message);
    },
    onReady: takeUnseen,
  });

  /** Returns the ids in `unseen`, clears the list, and stops expecting a reply. */
  function takeUnseen(): readonly string[] {
    const replyIds = unseen;
    unseen = [];
    isReplyExpected = false;
    return replyIds;
  }

  function open(reply: Reply): void {
    const question = chat.session.messages.find(({ id }) => id === reply.questionId);
    const document = openReplyDocument(`${quoted(question)}${reply.text}`, reportError);
    documents.set(reply.id, document);
    endIfBooked(reply);
  }

  /**
   * If the reply is booked, appends the reply's notice and cost to its document. No more text is appended after that.
   */
  function endIfBooked(reply: Reply): void {
    if (reply.cost === undefined) return;
    const { notice, footer } = remarksOnReply(reply, Date.now(), 'last');
    const remarks = [notice?.text ?? '', footer].filter((each) => each !== '');
    documents.get(reply.id)?.append(`\n\n---\n\n${remarks.join('\n\n')}\n`);
    documents.delete(reply.id);
  }

  function handleAdded(messages: readonly Message[]): void {
    if (watch.isReady()) return;
    for (const message of messages) {
      if (message.kind !== 'reply') continue;
      if (watch.isDown()) open(message);
      else if (isReplyExpected) unseen = [...unseen, message.id];
    }
  }

  return {
    watch,
    expectReply: () => {
      isReplyExpected = !watch.isReady();
      watch.revealed();
    },
    handleChatEvent: (event) => {
      if (event.type === 'messagesAdded') handleAdded(event.messages);
      else if (event.type === 'textAppended' && event.part === 'text') documents.get(event.replyId)?.append(event.text);
      else if (event.type === 'replyChanged') endIfBooked(event.reply);
    },
    dispose: () => {
      watch.dispose();
      for (const document of documents.values()) document.dispose();
    },
  };
}

async function tellPanelIsDown(): Promise<void> {
  const reload = vscode.l10n.t('Reload Window');
  const choice = await showError(vscode.l10n.t('The Tally Chat panel didn’t load.'), reload);
  if (choice === reload) await vscode.commands.executeCommand('workbench.action.reloadWindow');
}

function quoted(question: Message | undefined): string {
  if (question?.kind !== 'question') return '';
  const lines = [...question.text.split('\n'), ...question.attachments.map((each) => codeSpan(shownLabel(each)))];
  return lines.map((line) => `> ${line}\n`).join('') + '\n';
}
