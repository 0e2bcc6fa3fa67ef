import * as vscode from 'vscode';
import { harmless, send, type AskDependencies } from './askCommands.ts';
import { readPrompts } from '../context/prompts.ts';
import { selectedCode } from '../context/selectedCode.ts';

/**
 * `Run Prompt…`: sends the prompt that is picked with the selected code. What a repository brought, and what has no
 * code to go with it, is put into the message box instead, for the person to look at.
 */
export async function runPrompt(dependencies: AskDependencies): Promise<void> {
  const { l10n } = vscode;
  // Taken before the list opens: what was selected then is what is asked about.
  const selected = selectedCode(vscode.window.activeTextEditor);
  const items = readPrompts().map((prompt) => ({
    label: prompt.name,
    detail: prompt.text,
    ...(prompt.isFromWorkspace ? { description: l10n.t('from this workspace') } : {}),
    prompt,
  }));
  const picked = await vscode.window.showQuickPick(items, { title: l10n.t('Run a prompt on the selected code'), matchOnDetail: true });
  if (picked === undefined) return;
  const { text, isFromWorkspace } = picked.prompt;
  const attachments = selected.length === 0 ? [] : await harmless(selected);
  if (attachments === undefined) return;
  if (attachments.length > 0 && !isFromWorkspace) {
    await send(text, attachments, dependencies);
    return;
  }
  const { chat, focusMessage } = dependencies;
  for (const attachment of attachments) chat.draft.addAttachment(attachment);
  chat.draft.addText(text);
  await focusMessage();
}
