import * as vscode from 'vscode';
import { withoutSecrets, askChat, type AskDependencies } from './askCommands.ts';
import { fillTemplate, listPromptTemplates } from '../context/promptTemplates.ts';
import { selectedCode } from '../context/selectedCode.ts';
import { plainName, plainStart } from '../dialogs/plainText.ts';
import type { PromptSetting } from '../settings/settings.ts';

/**
 * If the first prompt is picked within this time after the list opened, in milliseconds, it is not sent. The Enter key
 * that ran the command may still be held down, and its repetition picks the first prompt.
 */
const minPickTime = 600;

/**
 * Runs the command `Run Prompt…`. Asks the user to pick a prompt, and sends the prompt with the selected code. If the
 * prompt comes from the workspace's settings, if it is the first prompt and picked at once, or if no code is selected,
 * adds the prompt and any selected code to the draft instead. The user can then check the draft. If code is selected,
 * but none of it may be sent because of secrets, does nothing. If the selection has too many pieces or is too large,
 * shows a warning and does nothing else.
 */
export async function runPrompt(prompts: readonly PromptSetting[], dependencies: AskDependencies): Promise<void> {
  const { l10n } = vscode;
  // Read the selection before the list opens, because the selection may change while the list is open.
  const selected = selectedCode(dependencies.targetEditor.withSelection());
  if (selected === undefined) return;
  const items = listPromptTemplates(prompts).map((prompt) => {
    const { text } = fillTemplate(prompt);
    const { name, isFromWorkspace } = prompt;
    return {
      label: plainName(name),
      // A list with long texts, which a workspace may contain, would block VS Code.
      detail: plainStart(text),
      ...(isFromWorkspace ? { description: l10n.t('from this workspace') } : {}),
      text,
      isFromWorkspace,
    };
  });
  const opened = performance.now();
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Run a prompt on the selected code'),
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  const isHeldKey = picked === items[0] && performance.now() - opened < minPickTime;
  const { text, isFromWorkspace } = picked;
  const attachments = selected.length === 0 ? [] : await withoutSecrets(selected, dependencies);
  if (attachments === undefined) return;
  if (attachments.length > 0 && !isFromWorkspace && !isHeldKey) {
    await askChat(text, attachments, dependencies, { shownPrice: 0 });
    return;
  }
  const { chat, focusMessage } = dependencies;
  chat.draft.addAttachments(attachments);
  chat.draft.addText(text);
  await focusMessage();
}
