import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';

const windowIdName = 'tally.windowId';

/** Where a workspace's sessions and draft are kept; a window without a folder has a place of its own. */
export async function storageFolder(context: vscode.ExtensionContext): Promise<vscode.Uri> {
  const shared = sharedStorageUri(context);
  if (shared !== undefined) return shared;
  const { globalStorageUri, workspaceState } = context;
  const windowId = workspaceState.get<string>(windowIdName) ?? randomUUID();
  await workspaceState.update(windowIdName, windowId);
  return vscode.Uri.joinPath(globalStorageUri, 'emptyWindows', windowId);
}

/**
 * The place of a workspace; undefined without a folder. A second window of the same workspace has the same place: VS
 * Code would give it another, named `<workspace>-1`, while both are to know of each other and have the same sessions.
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/api/node/extHostStoragePaths.ts
 */
export function sharedStorageUri({ storageUri }: vscode.ExtensionContext): vscode.Uri | undefined {
  return storageUri?.with({ path: storageUri.path.replace(/([^/])-\d+(\/[^/]+)$/, '$1$2') });
}
