import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';

const windowIdName = 'tally.windowId';

/** Where a workspace's sessions and draft are kept; a window without a folder has a place of its own. */
export async function storageFolder(context: vscode.ExtensionContext): Promise<vscode.Uri> {
  const { storageUri, globalStorageUri, workspaceState } = context;
  if (storageUri !== undefined) return storageUri;
  const windowId = workspaceState.get<string>(windowIdName) ?? randomUUID();
  await workspaceState.update(windowIdName, windowId);
  return vscode.Uri.joinPath(globalStorageUri, 'emptyWindows', windowId);
}
