import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';

const windowIdName = 'tally.windowId';

/**
 * Where a workspace's sessions and draft are kept; a window without a folder has a place of its own. A second window of
 * the same workspace has the same place: VS Code would give it another, named `<workspace>-1`, while both are to know
 * of each other and have the same sessions.
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/api/node/extHostStoragePaths.ts
 */
export async function storageFolder(context: vscode.ExtensionContext): Promise<vscode.Uri> {
  const { storageUri, globalStorageUri, workspaceState } = context;
  if (storageUri !== undefined) return storageUri.with({ path: storageUri.path.replace(/([^/])-\d+(\/[^/]+)$/, '$1$2') });
  const windowId = workspaceState.get<string>(windowIdName) ?? randomUUID();
  await workspaceState.update(windowIdName, windowId);
  return vscode.Uri.joinPath(globalStorageUri, 'emptyWindows', windowId);
}
