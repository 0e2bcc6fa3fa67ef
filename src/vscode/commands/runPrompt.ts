import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { withoutSecrets, askChat, type AskDependencies } from './askCommands.ts';
import type { OpenPriceLine } from './priceLine.ts';
import { fillTemplate, listPromptTemplates } from '../context/promptTemplates.ts';
import { selectedCode } from '../context/selectedCode.ts';
import { plainName, plainStart } from '../dialogs/plainText.ts';
import type { PromptSetting } from '../settings/settings.ts';

/**
 * If the first prompt is picked within this time after the list opened, in milliseconds, it is not sent. The Enter key
 * that ran the command may still be held down, and its repetition picks the first prompt.
 */
const minPickTime = 600;

interface PromptItem extends vscode.QuickPickItem {
  readonly text: string;
  readonly isFromWorkspace: boolean;
}

interface PickedPrompt extends Pick<PromptItem, 'text' | 'isFromWorkspace'> {
  /** The price that the list showed for this prompt, in nano-dollars; 0 if it showed none. */
  readonly shownPrice: number;
  /** True if a held Enter key may have picked the prompt. */
  readonly isHeldKey: boolean;
}

/**
 * Runs the command `Run Prompt…`. Asks the user to pick a prompt, and sends the prompt with the selected code. If the
 * prompt comes from the workspace's settings, if it is the first prompt and picked at once, or if no code is selected,
 * adds the prompt and any selected code to the draft instead. The user can then check the draft. If code is selected,
 * but none of it may be sent because of secrets, does nothing. If the selection has too many pieces or is too large,
 * shows a warning and does nothing else.
 */
export async function runPrompt(prompts: readonly PromptSetting[], dependencies: AskDependencies): Promise<void> {
  // Read the selection before the list opens, because the selection may change while the list is open.
  const selected = selectedCode(dependencies.targetEditor.withSelection());
  if (selected === undefined) return;
  const picked = await pickPrompt(promptItems(prompts), selected, dependencies.openPriceLine);
  if (picked === undefined) return;
  const { text, isFromWorkspace, isHeldKey, shownPrice } = picked;
  const attachments = selected.length === 0 ? [] : await withoutSecrets(selected, dependencies);
  if (attachments === undefined) return;
  if (attachments.length > 0 && !isFromWorkspace && !isHeldKey) {
    await askChat(text, attachments, dependencies, { shownPrice });
    return;
  }
  const { chat, focusMessage } = dependencies;
  chat.draft.addAttachments(attachments);
  chat.draft.addText(text);
  await focusMessage();
}

function promptItems(prompts: readonly PromptSetting[]): readonly PromptItem[] {
  return listPromptTemplates(prompts).map((prompt) => {
    const { text } = fillTemplate(prompt);
    const { name, isFromWorkspace } = prompt;
    return {
      label: plainName(name),
      // A list with long texts, which a workspace may contain, would block VS Code.
      detail: plainStart(text),
      ...(isFromWorkspace ? { description: vscode.l10n.t('from this workspace') } : {}),
      text,
      isFromWorkspace,
    };
  });
}

/**
 * Shows the prompts in a list. As soon as the price of the active prompt with the selected code is estimated, the
 * list's title shows this price. Shows no price for a prompt that would not be sent. Resolves with undefined if the
 * user cancels.
 */
async function pickPrompt(
  items: readonly PromptItem[],
  selected: readonly Attachment[],
  openPriceLine: OpenPriceLine,
): Promise<PickedPrompt | undefined> {
  const { l10n } = vscode;
  const { promise: accepted, resolve } = Promise.withResolvers<PromptItem | undefined>();
  const list = vscode.window.createQuickPick<PromptItem>();
  const purpose = l10n.t('Run a prompt on the selected code');
  list.title = purpose;
  list.placeholder = purpose;
  list.matchOnDetail = true;
  list.items = items;
  const pricedText = () => {
    const [active] = list.activeItems;
    return selected.length === 0 || active?.isFromWorkspace !== false ? undefined : active.text;
  };
  const line = openPriceLine(selected, pricedText, ({ price, session }) => {
    // The price comes first, because VS Code cuts the end of a long title.
    list.title = session === '' ? price : l10n.t('{0} · In “{1}”', price, session);
  });
  list.onDidChangeActive(() => {
    if (pricedText() === undefined) list.title = purpose;
    line.update();
  });
  list.onDidAccept(() => {
    const [item] = list.selectedItems;
    if (item !== undefined) resolve(item);
  });
  list.onDidHide(() => resolve(undefined));
  const opened = performance.now();
  list.show();
  const item = await accepted;
  const isHeldKey = item === items[0] && performance.now() - opened < minPickTime;
  line.dispose();
  list.dispose();
  return item && { ...item, isHeldKey, shownPrice: line.shownPrice(item.text) };
}
