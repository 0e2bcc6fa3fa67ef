import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import type { SendOptions } from '../../chat/conversation/chatSession.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { TargetEditor } from '../code/targetEditor.ts';
import type { ContextAdder } from '../context/contextAdder.ts';
import type { SecretQuestions } from '../context/secretQuestions.ts';
import { selectedCode } from '../context/selectedCode.ts';
import { showInformation } from '../dialogs/messages.ts';
import type { QuestionFocus } from '../dialogs/questionFocus.ts';
import type { OpenPriceLine } from './priceLine.ts';
import type { QuestionInput } from './questionInput.ts';

export interface AskDependencies {
  readonly chat: WorkspaceChat;
  readonly adder: ContextAdder;
  readonly questionInput: QuestionInput;
  readonly openPriceLine: OpenPriceLine;
  readonly targetEditor: Pick<TargetEditor, 'withSelection'>;
  readonly secretQuestions: Pick<SecretQuestions, 'confirmAttachments' | 'endMessage'>;
  /** Resolves with true if there are a valid base URL and an API key that may be sent to it. */
  readonly isReady: () => Promise<boolean>;
  /**
   * If the environment sets a service to which the user has not agreed, asks for this agreement. Otherwise, asks for
   * the base URL, if it is missing or invalid, and for the API key.
   */
  readonly completeSetup: () => Promise<void>;
  readonly questionFocus: Pick<QuestionFocus, 'during'>;
  readonly focusMessage: () => Promise<void>;
  /** See ChatPlaces. */
  readonly returnFocus: (editor: vscode.TextEditor | undefined) => Promise<void>;
  readonly revealChat: () => Promise<void>;
  readonly reportError: (error: unknown) => void;
}

/** Runs the command `Ask…`. Asks for a question in an input box, and sends the question without attachments. */
export async function ask(dependencies: AskDependencies): Promise<void> {
  const question = await dependencies.questionInput.ask(vscode.l10n.t('Ask Tally'), []);
  if (question !== undefined) await askChat(question.text, [], dependencies, question);
}

export async function explainSelection(dependencies: AskDependencies): Promise<void> {
  const attachments = await confirmedSelection(dependencies);
  if (attachments === undefined) return;
  await askChat(vscode.l10n.t('Explain this code.'), attachments, dependencies, { shownPrice: 0 });
}

export async function askAboutSelection(dependencies: AskDependencies): Promise<void> {
  // Read the selection before the input box opens, because the selection may change while the box is open.
  const attachments = await confirmedSelection(dependencies);
  if (attachments === undefined) return;
  const question = await dependencies.questionInput.ask(vscode.l10n.t('Ask about the selection'), attachments);
  // The user has agreed to secrets only for the message that is now cancelled.
  if (question === undefined) dependencies.secretQuestions.endMessage();
  else await askChat(question.text, attachments, dependencies, question);
}

export async function addSelection(dependencies: AskDependencies): Promise<void> {
  const attachments = requireSelection(dependencies.targetEditor);
  // If the user declines, the focus stays in the editor.
  if (attachments !== undefined && (await dependencies.adder.add(attachments))) await dependencies.focusMessage();
}

/**
 * Sends the message, or queues the message while a reply runs. If `isReady` resolves with false, calls `completeSetup`
 * instead. If the message is neither sent nor queued, adds the message to the draft. If the chat has refused the
 * message, for example because the user has declined to send it, then returns the focus to the editor. Otherwise, for
 * example because another session is shown or the user wants to edit the message, focuses the message box.
 */
export async function askChat(
  text: string,
  attachments: readonly Attachment[],
  dependencies: AskDependencies,
  { shownPrice }: SendOptions,
): Promise<void> {
  const { chat, targetEditor, isReady, completeSetup, revealChat, reportError } = dependencies;
  const { id } = chat.session;
  // Find the editor before the chat is shown, because the chat's tab may cover the editor.
  const editor = targetEditor.withSelection();
  let moveFocus = dependencies.focusMessage;
  try {
    const wasReady = await isReady();
    if (!wasReady) await completeSetup();
    const revealed = revealChat().catch(reportError);
    // As in the message box, entering a key sends nothing.
    if (wasReady && chat.session.id === id) {
      const send = async () => chat.ask(text, attachments, { shownPrice });
      const outcome = await sendOrEdit(send, dependencies.questionFocus);
      if (outcome === 'sent') return;
      // In the message box, the next Enter could send the message without another question.
      if (outcome === 'refused') moveFocus = async () => dependencies.returnFocus(editor);
    }
    await revealed;
  } catch (error) {
    reportError(error);
  }
  chat.draft.addAttachments(attachments);
  chat.draft.addText(text);
  await moveFocus();
}

/** Sends a message. Resolves with `edit` if the user has answered a question about the message by editing it. */
async function sendOrEdit(
  send: () => Promise<boolean>,
  questionFocus: AskDependencies['questionFocus'],
): Promise<'sent' | 'edit' | 'refused'> {
  const lastAnswer = { isToEdit: false };
  const noteAnswer = async (isToEdit: boolean) => {
    lastAnswer.isToEdit = isToEdit;
    return Promise.resolve();
  };
  if (await questionFocus.during(noteAnswer, send)) return 'sent';
  return lastAnswer.isToEdit ? 'edit' : 'refused';
}

/**
 * Resolves with the selected code that may be sent. Asks the user about code that may contain secrets. Resolves with
 * undefined if no code is selected, or if none of the code may be sent.
 */
async function confirmedSelection(dependencies: AskDependencies): Promise<readonly Attachment[] | undefined> {
  const attachments = requireSelection(dependencies.targetEditor);
  return attachments === undefined ? undefined : withoutSecrets(attachments, dependencies);
}

/**
 * Asks the user about attachments that may contain secrets. Resolves with the attachments that may be sent, or
 * undefined if there are none.
 */
export async function withoutSecrets(
  attachments: readonly Attachment[],
  { secretQuestions }: Pick<AskDependencies, 'secretQuestions'>,
): Promise<readonly Attachment[] | undefined> {
  const confirmed = await secretQuestions.confirmAttachments(attachments);
  return confirmed.length > 0 ? confirmed : undefined;
}

/** Returns the selected code. If nothing or too much is selected, shows the reason and returns undefined. */
function requireSelection(targetEditor: AskDependencies['targetEditor']): readonly Attachment[] | undefined {
  const attachments = selectedCode(targetEditor.withSelection());
  if (attachments === undefined || attachments.length > 0) return attachments;
  void showInformation(vscode.l10n.t('Select the code in an editor first, then run this command again.'));
  return undefined;
}
