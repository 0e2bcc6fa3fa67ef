import * as vscode from 'vscode';
import type { Attachment } from '../chat/attachment.ts';
import type { WorkspaceChat } from '../chat/workspaceChat.ts';
import type { Setup } from './connectionSource.ts';
import { selectedCode } from './selectedCode.ts';

export interface AskDependencies {
  readonly chat: WorkspaceChat;
  readonly setup: () => Promise<Setup>;
  /** Asks for what is missing; true when a message can be sent then. */
  readonly completeSetup: () => Promise<boolean>;
  readonly focusMessage: () => Promise<void>;
  readonly revealChat: () => Promise<void>;
  readonly reportError: (error: unknown) => void;
}

/** `Ask…`: a question typed into the palette, with no editor at all. */
export async function ask(dependencies: AskDependencies): Promise<void> {
  const question = await askForQuestion(vscode.l10n.t('Ask Tally'));
  if (question !== undefined) await send(question, [], dependencies);
}

export async function explainSelection(dependencies: AskDependencies): Promise<void> {
  const attachments = selectionOrAdvice();
  if (attachments !== undefined) await send(vscode.l10n.t('Explain this code.'), attachments, dependencies);
}

export async function askAboutSelection(dependencies: AskDependencies): Promise<void> {
  // Taken before the input box opens: what was selected then is what is asked about.
  const attachments = selectionOrAdvice();
  if (attachments === undefined) return;
  const question = await askForQuestion(vscode.l10n.t('Ask about the selection'));
  if (question !== undefined) await send(question, attachments, dependencies);
}

export async function addSelection({ chat, focusMessage }: AskDependencies): Promise<void> {
  const attachments = selectionOrAdvice();
  if (attachments === undefined) return;
  for (const attachment of attachments) chat.addAttachment(attachment);
  await focusMessage();
}

async function send(text: string, attachments: readonly Attachment[], dependencies: AskDependencies): Promise<void> {
  const { chat, setup, completeSetup, focusMessage, revealChat, reportError } = dependencies;
  let wasRunning = false;
  try {
    let current = await setup();
    if (current.status !== 'ready' && (await completeSetup())) current = await setup();
    wasRunning = chat.session.isRunning;
    const revealed = revealChat().catch(reportError);
    if (current.status === 'ready' && !wasRunning && (await chat.ask(text, attachments, current.connection))) return;
    await revealed;
  } catch (error) {
    reportError(error);
  }
  // Nothing that was typed is lost: it waits in the message box.
  for (const attachment of attachments) chat.addAttachment(attachment);
  chat.addDraftText(text);
  await focusMessage();
  if (!wasRunning) return;
  void vscode.window.showInformationMessage(
    vscode.l10n.t('A reply is still running. Your question waits in the message box.'),
  );
}

async function askForQuestion(title: string): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({ title, placeHolder: vscode.l10n.t('Your question'), ignoreFocusOut: true });
  const question = answer?.trim();
  return question === '' ? undefined : question;
}

/** The current line or function is not guessed: nothing but what was picked is sent. */
function selectionOrAdvice(): readonly Attachment[] | undefined {
  const attachments = selectedCode(vscode.window.activeTextEditor);
  if (attachments.length > 0) return attachments;
  void vscode.window.showInformationMessage(vscode.l10n.t('Select the code in an editor first, then run this command again.'));
  return undefined;
}
