import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { confirmSecrets } from '../context/confirmSecrets.ts';
import type { ContextAdder } from '../context/contextAdder.ts';
import { selectedCode } from '../context/selectedCode.ts';

export interface AskDependencies {
  readonly chat: WorkspaceChat;
  readonly adder: ContextAdder;
  /** Whether nothing is missing to send a message. */
  readonly isReady: () => Promise<boolean>;
  /** Asks for what is missing. */
  readonly completeSetup: () => Promise<void>;
  readonly focusMessage: () => Promise<void>;
  readonly revealChat: () => Promise<void>;
  readonly reportError: (error: unknown) => void;
}

/** `Ask…`: a question typed into the palette, with no editor at all. */
export async function ask(dependencies: AskDependencies): Promise<void> {
  const question = await askForQuestion(vscode.l10n.t('Ask Tally'));
  if (question !== undefined) await askChat(question, [], dependencies);
}

export async function explainSelection(dependencies: AskDependencies): Promise<void> {
  const attachments = await harmlessSelection();
  if (attachments !== undefined) await askChat(vscode.l10n.t('Explain this code.'), attachments, dependencies);
}

export async function askAboutSelection(dependencies: AskDependencies): Promise<void> {
  // Taken before the input box opens: what was selected then is what is asked about.
  const attachments = await harmlessSelection();
  if (attachments === undefined) return;
  const question = await askForQuestion(vscode.l10n.t('Ask about the selection'));
  if (question !== undefined) await askChat(question, attachments, dependencies);
}

export async function addSelection({ adder, focusMessage }: AskDependencies): Promise<void> {
  const attachments = selectionOrAdvice();
  if (attachments === undefined) return;
  await adder.add(attachments);
  await focusMessage();
}

export async function askChat(
  text: string,
  attachments: readonly Attachment[],
  dependencies: AskDependencies,
): Promise<void> {
  const { chat, isReady, completeSetup, focusMessage, revealChat, reportError } = dependencies;
  try {
    if (!(await isReady())) await completeSetup();
    const revealed = revealChat().catch(reportError);
    if (await chat.ask(text, attachments)) return;
    await revealed;
  } catch (error) {
    reportError(error);
  }
  // Nothing that was typed is lost: it waits in the message box.
  for (const attachment of attachments) chat.draft.addAttachment(attachment);
  chat.draft.addText(text);
  await focusMessage();
}

async function askForQuestion(title: string): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title,
    placeHolder: vscode.l10n.t('Your question'),
    ignoreFocusOut: true,
  });
  const question = answer?.trim();
  return question === '' ? undefined : question;
}

/** The selection, unless it looks like it holds secrets and the person does not want to send them. */
async function harmlessSelection(): Promise<readonly Attachment[] | undefined> {
  const attachments = selectionOrAdvice();
  return attachments === undefined ? undefined : harmless(attachments);
}

/** What may be sent of them; undefined when that is nothing. */
export async function harmless(attachments: readonly Attachment[]): Promise<readonly Attachment[] | undefined> {
  const confirmed = await confirmSecrets(attachments);
  return confirmed.length > 0 ? confirmed : undefined;
}

/** The current line or function is not guessed: nothing but what was picked is sent. */
function selectionOrAdvice(): readonly Attachment[] | undefined {
  const attachments = selectedCode(vscode.window.activeTextEditor);
  if (attachments.length > 0) return attachments;
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Select the code in an editor first, then run this command again.'),
  );
  return undefined;
}
