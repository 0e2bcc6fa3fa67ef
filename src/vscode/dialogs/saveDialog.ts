import * as vscode from 'vscode';
import { plainName } from './plainText.ts';

/**
 * Asks where to save a file, and proposes the file name `name`, in the first workspace folder if there is one. Resolves
 * with undefined if the user cancels.
 *
 * @param extension The file extension without a dot.
 */
export async function showSaveDialog(
  title: string,
  name: string,
  extension: string,
  extensionLabel: string,
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const defaultUri = folder === undefined ? vscode.Uri.file(name) : vscode.Uri.joinPath(folder, name);
  return vscode.window.showSaveDialog({ title, defaultUri, filters: { [extensionLabel]: [extension] } });
}

/** Returns the name of a file without its folders, in a form for sentences (see plainName). */
export function fileName(uri: vscode.Uri): string {
  return plainName(uri.path.slice(uri.path.lastIndexOf('/') + 1));
}
