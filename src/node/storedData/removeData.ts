import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { globalLayout, isSessionFile, workspaceLayout, type DataLayout } from './dataLayout.ts';
import type { FoundData } from './dataFolders.ts';
import { isMissing, walkData } from './walkData.ts';

export interface Removal {
  /** The number of removed sessions, without the sessions in the trash. */
  readonly sessions: number;
  /** The number of removed files, including the files of sessions. */
  readonly files: number;
  /** The size of the removed files in bytes. */
  readonly bytes: number;
  readonly left: readonly LeftEntry[];
}

/** A file or folder that was not removed, or a symbolic link whose target was not removed. */
export interface LeftEntry {
  readonly path: string;
  /**
   * `link`: a symbolic link, or a folder whose parent is one; the link was not followed. `unknown`: the extension writes
   * no file or folder with this name. Otherwise, the code of the system's error, such as `EACCES`.
   */
  readonly reason: string;
}

/**
 * Removes the extension's files from the folders of all workspaces and from the global folder. Removes only files and
 * folders with known names. Removes symbolic links with known names, but not their targets. Reports the
 * folders in `links`, but does not remove them. Never rejects.
 *
 * @param global the folder that all workspaces share
 * @param kept the names of files in the global folder. These files are not removed.
 */
export async function removeData(
  global: string,
  { workspaces, links }: FoundData,
  kept: readonly string[],
): Promise<Removal> {
  const removal = { sessions: 0, files: 0, bytes: 0 };
  const left: LeftEntry[] = links.map((link) => ({ path: link, reason: 'link' }));

  const keptPaths = kept.map((name) => path.join(global, name));

  const remove = async (folder: string, layout: DataLayout) => {
    for await (const entry of walkData(folder, layout)) {
      if (keptPaths.includes(entry.path)) continue;
      try {
        if (entry.kind === 'folder') await rmdir(entry.path).catch(ignoreContent);
        else if (entry.kind === 'unreadable') throw entry.error;
        else if (entry.kind === 'unknown') left.push({ path: entry.path, reason: 'unknown' });
        else await rm(entry.path);
        if (entry.kind === 'link') left.push({ path: entry.path, reason: 'link' });
        if (entry.kind !== 'file') continue;
        removal.files += 1;
        removal.bytes += entry.size;
        if (isSessionFile(entry.path)) removal.sessions += 1;
      } catch (error) {
        if (!isMissing(error)) left.push({ path: entry.path, reason: codeOf(error) });
      }
    }
  };

  for (const { folder } of workspaces) await remove(folder, workspaceLayout);
  await remove(global, globalLayout);
  // Most of these folders are still there, because `walkData` does not yield the folder that it walks. The extension
  // creates a missing folder again when it writes a file.
  for (const { folder } of workspaces) await rmdir(folder).catch(() => undefined);
  return { ...removal, left };
}

/** Ignores that a folder is not empty. The files that are left in the folder are reported instead of the folder. */
function ignoreContent(error: unknown): void {
  if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
