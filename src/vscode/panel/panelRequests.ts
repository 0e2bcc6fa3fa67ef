import * as vscode from 'vscode';
import { assertNever } from '../../common/assertNever.ts';
import type { ActionId } from '../../common/protocol/conversationProtocol.ts';
import type { FromWebviewMessage, ToWebviewMessage } from '../../common/protocol/protocol.ts';
import type { Attachment } from '../../chat/messages/attachment.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { actionCommands } from './actionCommands.ts';
import type { CodeActions } from '../code/codeActions.ts';
import { createCompleter } from '../context/completer.ts';
import type { ContextAdder } from '../context/contextAdder.ts';
import { costBreakdown } from './costBreakdown.ts';
import type { DraftEstimator } from './draftEstimator.ts';
import type { EditEstimator } from './editEstimator.ts';
import { openAttachment } from '../context/openAttachment.ts';
import { openLink } from './openLink.ts';
import type { SessionRequest } from './sessionRequests.ts';

export interface PanelRequestDependencies {
  readonly chat: WorkspaceChat;
  readonly adder: ContextAdder;
  readonly estimator: DraftEstimator;
  readonly editEstimator: EditEstimator;
  readonly codeActions: CodeActions;
  /** The panel has come up, and has nothing to show yet. */
  readonly onReady: () => Promise<void>;
  readonly postSetup: () => Promise<void>;
  readonly performInSessions: (request: SessionRequest) => Promise<void>;
  readonly post: (message: ToWebviewMessage) => void;
  readonly reportError: (error: unknown) => void;
}

/** Does what the person asked for in the panel. */
export function createPanelRequests(dependencies: PanelRequestDependencies): (request: FromWebviewMessage) => Promise<void> {
  const { chat, adder, estimator, editEstimator, codeActions, onReady, postSetup, performInSessions, post, reportError } = dependencies;

  const completer = createCompleter(adder, post);

  async function perform(request: FromWebviewMessage): Promise<void> {
    switch (request.type) {
      case 'ready':
        await onReady();
        break;
      case 'submit':
        chat.draft.setText(request.text);
        await adder.settled();
        await send(async () => chat.submitDraft(request.text));
        break;
      case 'stop':
        if (isLast(request.responseId)) chat.session.stop();
        break;
      case 'sendQueued':
        await send(async () => chat.sendQueued(request.id));
        break;
      case 'takeBackQueued':
        chat.draft.takeBackQueued(request.id);
        break;
      case 'setDraft':
        chat.draft.setText(request.text);
        estimator.refresh();
        break;
      case 'setAside':
        chat.draft.setAside(request.text);
        break;
      case 'listPrompts':
        post({ type: 'didListPrompts', prompts: await chat.listPrompts() });
        break;
      case 'removeAttachment':
        chat.draft.removeAttachment(request.id);
        break;
      case 'toggleAttachment':
        chat.draft.toggleAttachment(request.id);
        break;
      case 'openAttachment':
        await openAttachment(attachment(request.id));
        break;
      case 'readAttachment': {
        const { id } = request;
        const text = attachment(id)?.code;
        if (text !== undefined) post({ type: 'didReadAttachment', id, text });
        break;
      }
      case 'attachPasted':
        await adder.addPasted(request.text, request.languageId);
        break;
      case 'complete':
        await completer.complete(request.requestId, request.kind, request.query);
        break;
      case 'endCompletion':
        completer.end();
        break;
      case 'pickCompletion':
        await completer.pick(request.requestId, request.index);
        break;
      case 'addFiles':
        await adder.addDropped(request.uris);
        break;
      case 'copyText':
        await vscode.env.clipboard.writeText(request.text);
        break;
      case 'insertCode':
        await codeActions.insert(request.code);
        break;
      case 'applyCode':
        await codeActions.apply(request.code);
        break;
      case 'newFile':
        await codeActions.newFile(request.code, request.language);
        break;
      case 'openLink':
        await openLink(request.url);
        break;
      case 'runAction':
        await runAction(request.action, request.responseId);
        break;
      case 'newSession':
        await vscode.commands.executeCommand('tally.newSession');
        break;
      case 'takeOver':
      case 'listSessions':
      case 'searchSessions':
      case 'openSession':
      case 'renameSession':
      case 'pinSession':
      case 'exportSession':
      case 'deleteSession':
      case 'restoreSession':
        await performInSessions(request);
        break;
      case 'estimateEdited':
        editEstimator.refresh(request);
        break;
      case 'sendEdited':
        await send(async () => chat.sendEdited(request.questionId, request.text));
        break;
      case 'priceRetry':
        await chat.session.priceReply(request.responseId);
        break;
      case 'explainCost': {
        const { responseId } = request;
        const breakdown = costBreakdown(chat.session.messages.find(({ id }) => id === responseId), { l10n: vscode.l10n, locale: vscode.env.language });
        if (breakdown !== undefined) post({ type: 'didExplainCost', responseId, breakdown });
        break;
      }
      case 'deleteExchange':
        if (!isRefused()) await chat.session.deleteExchange(request.id);
        break;
      case 'restoreDeleted':
        if (!isRefused()) await chat.session.restoreDeleted();
        break;
      case 'openEarlierSession':
        await chat.openEarlierSession();
        break;
      case 'returnFocus':
        await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
        break;
      default:
        assertNever(request);
    }
  }

  function attachment(wanted: string): Attachment | undefined {
    return chat.draft.attachments.find(({ id }) => id === wanted);
  }

  /** The panel waits with what sends a request until it is answered: when nothing was sent, by the setup. */
  async function send(request: () => Promise<boolean>): Promise<void> {
    try {
      if (await request()) return;
    } catch (error) {
      reportError(error);
    }
    await postSetup();
    isRefused();
  }

  /** Whether another window has the session; says so, then. */
  function isRefused(): boolean {
    if (chat.isReadOnly) void vscode.window.showInformationMessage(vscode.l10n.t('This session is open in another window. Take it over, or start another.'));
    return chat.isReadOnly;
  }

  async function runAction(action: ActionId, responseId: string | undefined): Promise<void> {
    switch (action) {
      case 'retry':
      case 'resend':
        if (responseId !== undefined) await send(async () => chat.retry(responseId));
        break;
      case 'continue':
        if (responseId !== undefined) await send(async () => chat.continue(responseId, vscode.l10n.t('Continue')));
        break;
      case 'sendNow':
        if (isLast(responseId)) chat.session.sendNow();
        break;
      case 'keepWaiting':
        if (isLast(responseId)) chat.session.keepWaiting();
        break;
      case 'stop':
        if (isLast(responseId)) chat.session.stop();
        break;
      case 'showDetails':
        break;
      default:
        await vscode.commands.executeCommand(...actionCommands[action]);
    }
  }

  /** Whether a reply is still the last one: what was meant for it must not befall the next. */
  function isLast(responseId: string | undefined): boolean {
    return chat.session.messages.at(-1)?.id === responseId;
  }

  return perform;
}
