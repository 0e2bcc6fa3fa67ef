import * as vscode from 'vscode';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { switchedOn } from '../../chat/messages/attachment.ts';
import { blockId } from '../../common/code/codeKey.ts';
import type { CodeMessage } from '../../common/protocol/editorProtocol.ts';
import type { Applying } from '../apply/applying.ts';
import type { CodeActions } from '../code/codeActions.ts';
import { copyText } from '../code/copyText.ts';
import type { PanelHandlers } from './panelHandlers.ts';
import type { QuestionFocus } from '../dialogs/questionFocus.ts';
import type { ShownReplies } from './shownReplies.ts';

export interface CodeHandlerDependencies {
  readonly chat: Pick<WorkspaceChat, 'session'>;
  readonly codeActions: CodeActions;
  readonly applying: Pick<Applying, 'applyCode' | 'reviewChanges' | 'undoApplied'>;
  readonly questionFocus: Pick<QuestionFocus, 'restore'>;
}

/** Creates the handlers of the protocol messages of type `CodeMessage`, which a panel posts. */
export function createCodeHandlers(
  { chat, codeActions, applying, questionFocus }: CodeHandlerDependencies,
  replies: Pick<ShownReplies, 'whole'>,
): PanelHandlers<CodeMessage['type']> {
  /** Returns the files whose text was attached to a question. */
  function attachedFiles(questionId: string | undefined): readonly vscode.Uri[] {
    const question = chat.session.messages.find(({ id }) => id === questionId);
    if (question?.kind !== 'question') return [];
    return switchedOn(question.attachments).flatMap(({ uri }) => (uri === undefined ? [] : [vscode.Uri.parse(uri)]));
  }

  return {
    copyText: async ({ text, kind }) => copyText(text, kind, questionFocus.restore),
    insertCode: async ({ code }) => codeActions.insert(code),
    applyCode: async ({ code, info, replyId }) => {
      const reply = replies.whole(replyId);
      return applying.applyCode({
        code,
        id: blockId(replyId, code),
        info,
        reply: reply?.text ?? '',
        isReplyComplete: reply?.state === 'complete',
        attachedFiles: attachedFiles(reply?.questionId),
      });
    },
    reviewChanges: async ({ replyId }) => {
      const reply = replies.whole(replyId);
      if (reply !== undefined)
        await applying.reviewChanges({ id: replyId, text: reply.text, attachedFiles: attachedFiles(reply.questionId) });
    },
    undoApplied: async ({ code, replyId }) => applying.undoApplied(blockId(replyId, code)),
    insertIntoTerminal: async ({ code }) => codeActions.insertIntoTerminal(code),
    newFile: async ({ code, language }) => codeActions.newFile(code, language),
  };
}
