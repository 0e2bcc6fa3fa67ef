import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Workspace } from '../../meter/ledger/spendRecord.ts';

const emptyWindowIdName = 'tally.windowId';

/**
 * Resolves with the folder for the workspace's sessions and drafts. A window without a workspace gets a folder of its
 * own. If VS Code cannot save the name of that folder, calls `reportSaveError`.
 */
export async function storageFolder(
  context: vscode.ExtensionContext,
  reportSaveError: (error: unknown) => void,
): Promise<vscode.Uri> {
  const shared = sharedStorageUri(context);
  if (shared !== undefined) return shared;
  const { globalStorageUri, workspaceState } = context;
  const emptyWindowId = workspaceState.get<string>(emptyWindowIdName) ?? randomUUID();
  await workspaceState.update(emptyWindowIdName, emptyWindowId).then(undefined, reportSaveError);
  return vscode.Uri.joinPath(globalStorageUri, 'emptyWindows', emptyWindowId);
}

/**
 * Returns the workspace under which the ledger records this window's requests, or undefined without a workspace. The
 * workspace's id is the name of VS Code's storage folder for the workspace.
 */
export function windowWorkspace(context: vscode.ExtensionContext): Workspace | undefined {
  const { name } = vscode.workspace;
  const id = sharedStorageUri(context)?.path.split('/').at(-2);
  return name === undefined || id === undefined ? undefined : { id, name };
}

/**
 * Returns the same folder for all windows of a workspace, or undefined without a workspace. If several windows show
 * the same workspace, VS Code adds a suffix such as `-1` to the name of the parent folder. This function removes the
 * suffix, because all windows of a workspace share their sessions.
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/api/node/extHostStoragePaths.ts
 */
export function sharedStorageUri({ storageUri }: vscode.ExtensionContext): vscode.Uri | undefined {
  return storageUri?.with({ path: storageUri.path.replace(/([^/])-\d+(\/[^/]+)$/, '$1$2') });
}
