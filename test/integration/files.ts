import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';

/** Writes a file in the workspace. By default, its name is new, because a document of an earlier file may still be open. */
export async function writeNewFile(contents: string | Buffer, name = `${randomUUID()}.ts`): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, name);
  await writeFile(uri.fsPath, contents);
  return uri;
}

/** Inserts a text at the start of a document, as another program or the user does. Does not save the document. */
export async function insertAtStart(uri: vscode.Uri, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Closes all editors. Reverts unsaved texts first, because VS Code would ask about them. */
export async function closeAllEditors(): Promise<void> {
  for (const { isDirty, uri } of vscode.workspace.textDocuments)
    if (isDirty) {
      await vscode.window.showTextDocument(uri);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
