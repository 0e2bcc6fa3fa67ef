import * as vscode from 'vscode';

/** Where a new file is proposed to go: into the folder of the workspace, where there is one. */
export function proposedUri(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder === undefined ? vscode.Uri.file(name) : vscode.Uri.joinPath(folder, name);
}
