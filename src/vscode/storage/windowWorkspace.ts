import * as vscode from 'vscode';
import type { Workspace } from '../../meter/ledger/spendRecord.ts';
import { sharedStorageUri } from './storageFolder.ts';

/** Where what is asked in this window is booked; undefined without a folder. VS Code names a workspace's storage by a hash of its path. */
export function windowWorkspace(context: vscode.ExtensionContext): Workspace | undefined {
  const { name } = vscode.workspace;
  const id = sharedStorageUri(context)?.path.split('/').at(-2);
  return name === undefined || id === undefined ? undefined : { id, name };
}
