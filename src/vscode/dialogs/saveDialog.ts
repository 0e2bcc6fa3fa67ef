import * as vscode from 'vscode';

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
