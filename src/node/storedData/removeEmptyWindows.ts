import { readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { draftVersion, isEmptyDraft, parseDraftText } from '../../chat/draft/draftStore.ts';
import { sessionFolder } from '../../chat/windows/leasedSession.ts';
import {
  createSessionLeases,
  type LeaseOwner,
  type SessionLeaseDependencies,
} from '../../chat/windows/sessionLease.ts';
import { parseJson } from '../../common/json.ts';
import { isNewerVersion } from '../../common/versionedFile.ts';
import { createNodeFileStore } from '../nodeFileStore.ts';
import { findEmptyWindows } from './dataFolders.ts';
import { workspaceLayout } from './dataLayout.ts';
import { walkData, type DataEntry } from './walkData.ts';

export interface EmptyWindowsOptions {
  readonly globalFolder: string;
  /** The folder of this window, which stays. */
  readonly ownFolder: string;
  readonly owner: LeaseOwner;
  readonly isAlive: SessionLeaseDependencies['isAlive'];
  /** A folder stays if one of its files was modified at or after this time, in milliseconds since the epoch. */
  readonly before: number;
}

/**
 * Removes the folders of closed windows without a workspace if the folders contain neither a session nor a draft.
 * Sessions in the trash do not count. Each window without a workspace has a folder of its own. VS Code opens most of
 * these windows only once, so their folders would accumulate. Ignores folders that cannot be removed.
 */
export async function removeEmptyWindows(options: EmptyWindowsOptions): Promise<void> {
  const { globalFolder, ownFolder, owner, isAlive } = options;
  for (const { folder } of await findEmptyWindows(globalFolder)) {
    if (folder === ownFolder) continue;
    const files = createNodeFileStore(folder);
    const leases = createSessionLeases({ files, folder: sessionFolder, owner, isAlive, now: Date.now });
    const entries: DataEntry[] = [];
    for await (const entry of walkData(folder, workspaceLayout)) entries.push(entry);
    if (!(await isEmpty(entries, options.before)) || (await leases.heldElsewhere()).size > 0) continue;
    for (const { path: entry, kind } of entries)
      await (kind === 'folder' ? rmdir(entry) : rm(entry)).catch(() => undefined);
    await rmdir(folder).catch(() => undefined);
  }
}

async function isEmpty(entries: readonly DataEntry[], before: number): Promise<boolean> {
  for (const { path: file, kind, modifiedAt } of entries) {
    if (kind === 'folder') continue;
    if (kind !== 'file' || modifiedAt >= before) return false;
    const name = path.basename(file);
    const isCache = name.startsWith('sessionIndex.') || name.endsWith('.lease');
    const isTrash = path.basename(path.dirname(file)) === 'deletedSessions';
    const isDraft = name.endsWith('.json');
    if (!isCache && !isTrash && !(isDraft && (await isEmptyDraftFile(file)))) return false;
  }
  return true;
}

async function isEmptyDraftFile(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  // A draft of a newer version may have content that this version does not know.
  if (isNewerVersion(parseJson(text ?? ''), draftVersion)) return false;
  const draft = parseDraftText(text);
  return draft?.isWhole === true && draft.value !== undefined && isEmptyDraft(draft.value);
}
