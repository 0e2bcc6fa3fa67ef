import * as vscode from 'vscode';
import { instructionsId, type DraftMessage } from '../../../common/protocol/draftProtocol.ts';
import type { ToWebviewMessage } from '../../../common/protocol/protocol.ts';
import type { WorkspaceChat } from '../../../chat/conversation/workspaceChat.ts';
import type { TargetEditor } from '../../code/targetEditor.ts';
import type { Completer } from '../../context/completer.ts';
import type { ContextAdder } from '../../context/contextAdder.ts';
import { openAttachment } from '../../context/fileAttachment.ts';
import { tellCodeMissing } from '../../notices/codeMissing.ts';
import { tellAttachmentRemoved, tellQueuedRemoved } from '../../notices/removed.ts';
import type { PanelNotices } from '../../notices/panelNotices.ts';
import type { Settings } from '../../settings/settings.ts';
import type { DraftEstimator } from '../estimates/draftEstimator.ts';
import type { PanelHandlers, Send } from '../panelHandlers.ts';
import type { SendAnswer } from '../../../common/protocol/panelRequests.ts';

/** The panel's functions that the handlers call. */
export interface DraftPanel {
  /**
   * Returns false if the text from the panel's message box is stale, because the draft's text was changed elsewhere
   * after `revision`. `revision` is the last revision that the webview had received when it posted its text.
   */
  readonly isCurrent: (revision: number) => boolean;
  readonly post: (message: ToWebviewMessage) => void;
  readonly answerSend: (send: Send) => Promise<SendAnswer>;
}

export interface DraftHandlerDependencies {
  readonly chat: WorkspaceChat;
  readonly adder: ContextAdder;
  readonly estimator: Pick<DraftEstimator, 'shownPrices'>;
  readonly settings: () => Settings;
  readonly notices: Pick<PanelNotices, 'tell'>;
  readonly targetEditor: Pick<TargetEditor, 'current' | 'withSelection'>;
}

/** Creates the handlers of messages from a panel's message box and queue. */
export function createDraftHandlers(
  { chat, adder, estimator, settings, notices, targetEditor }: DraftHandlerDependencies,
  panel: DraftPanel,
): PanelHandlers<DraftMessage['type']> {
  let loading: Promise<Completer> | undefined;
  const completer = async () =>
    (loading ??= import('../../context/completer.ts').then(({ createCompleter }) =>
      createCompleter(adder, settings, panel.post, targetEditor, () =>
        tellCodeMissing(chat, adder, notices, targetEditor),
      ),
    ));
  const findAttachment = (attachmentId: string) => chat.draft.attachments.find(({ id }) => id === attachmentId);

  return {
    submit: async ({ text, revision }) => {
      // Refuse a stale text. The draft's text was changed outside the message box, and the user may not have seen the
      // change.
      if (!panel.isCurrent(revision)) return 'refused';
      chat.draft.setText(text, panel);
      const { session } = chat;
      const { draft: shownPrice } = estimator.shownPrices();
      const areAdded = await adder.settled();
      // Refuse a message that is not the message for which the user pressed Send. Adding an attachment takes time.
      if (!areAdded || chat.draft.text !== text || chat.session !== session) return 'refused';
      return panel.answerSend(async (onAccepted) => chat.submitDraft(text, onAccepted, { shownPrice }));
    },
    sendQueued: async ({ id }) => {
      const { [id]: shownPrice = 0 } = estimator.shownPrices().queue;
      return panel.answerSend(async () => chat.sendQueued(id, { shownPrice }));
    },
    editQueued: ({ id }) => {
      chat.draft.editQueued(id);
      return undefined;
    },
    removeQueued: ({ id }) => {
      const message = chat.draft.queue.find((each) => each.id === id);
      const restore = chat.draft.removeQueued(id);
      if (message !== undefined && restore !== undefined) tellQueuedRemoved(notices, chat, message, restore);
      return undefined;
    },
    setDraft: async ({ text, revision }) => {
      if (panel.isCurrent(revision)) chat.draft.setText(text, panel);
      await chat.draft.settle();
      return undefined;
    },
    setAside: ({ text, prompt }) => chat.draft.setAside(text, prompt),
    setEdit: async ({ text, ...question }) => {
      chat.draft.setEdit(question, text, panel);
      await chat.draft.settle();
      return undefined;
    },
    listPrompts: async () => chat.listAskedPrompts(),
    removeAttachment: ({ id, isInserted = false }) => {
      const attachment = findAttachment(id);
      if (attachment === undefined) return;
      chat.draft.removeAttachment(id);
      if (!isInserted) tellAttachmentRemoved(notices, chat.draft, attachment);
    },
    toggleAttachment: async ({ id }) => {
      if (id === instructionsId) await chat.switchInstructions();
      else chat.draft.toggleAttachment(id);
    },
    openAttachment: async ({ id }) => {
      if (id === instructionsId)
        await vscode.commands.executeCommand('workbench.action.openSettings', '@id:tally.instructions');
      else await openAttachment(findAttachment(id));
    },
    readAttachment: ({ id }) => findAttachment(id)?.code,
    attachPasted: async ({ text, languageId }) => adder.addPasted(text, languageId),
    complete: async ({ completionId, kind, query }) => (await completer()).complete(completionId, kind, query),
    endCompletion: async () => (await completer()).end(),
    pickCompletion: async ({ completionId, index }) => (await completer()).pick(completionId, index),
    addFiles: async ({ uris }) => adder.addDropped(uris),
  };
}
