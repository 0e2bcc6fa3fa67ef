import * as vscode from 'vscode';
import { chooseFiles } from '../context/chooseFiles.ts';
import type { ContextAdder } from '../context/contextAdder.ts';

/**
 * Runs the command `Add File to Chat`. Adds the files that a context menu passes, else the file of the active tab, else
 * files from a dialog.
 */
export async function addFile(
  adder: ContextAdder,
  focusMessage: () => Promise<void>,
  ...[resource, selected]: readonly unknown[]
): Promise<void> {
  const uris = pickedUris(resource, selected) ?? activeUri() ?? (await chooseFiles());
  if (uris === undefined) return;
  await adder.addFiles(uris);
  await focusMessage();
}

/**
 * Returns the files that a context menu passed to the command. These are the selected resources `selected`, or only the
 * clicked resource `resource` if it is not selected. Returns undefined if the command was not run from a context menu.
 */
function pickedUris(resource: unknown, selected: unknown): readonly vscode.Uri[] | undefined {
  if (!(resource instanceof vscode.Uri)) return undefined;
  const all = Array.isArray(selected) ? selected.filter((each) => each instanceof vscode.Uri) : [];
  return all.some((uri) => uri.toString() === resource.toString()) ? all : [resource];
}

function activeUri(): readonly vscode.Uri[] | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const hasUri =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook;
  return hasUri ? [input.uri] : undefined;
}
