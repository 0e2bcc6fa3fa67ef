import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '../hasErrorCode.ts';
import type { DataLayout } from './dataLayout.ts';

export interface DataEntry {
  readonly path: string;
  /**
   * - `file`: a file of the extension.
   * - `folder`: a folder of the extension. Its content was yielded before.
   * - `link`: a symbolic link in place of a file or folder of the extension. It is not followed.
   * - `unknown`: a file or folder of somebody else.
   * - `unreadable`: a folder of the extension that cannot be read.
   */
  readonly kind: 'file' | 'folder' | 'link' | 'unknown' | 'unreadable';
  /** The size of a file in bytes; otherwise 0. */
  readonly size: number;
  /** The time of a file's last modification, in milliseconds since the epoch; otherwise 0. */
  readonly modifiedAt: number;
  /** The error of an unreadable folder. */
  readonly error?: unknown;
}

/**
 * Yields the entries of a folder and of its subfolders. Searches only the subfolders in `layout`. Yields nothing if the
 * folder does not exist.
 */
export async function* walkData(folder: string, layout: DataLayout): AsyncGenerator<DataEntry> {
  const entryOf = (entry: string, kind: DataEntry['kind']): DataEntry => ({
    path: entry,
    kind,
    size: 0,
    modifiedAt: 0,
  });
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => ({ error }));
  if (!Array.isArray(entries)) {
    if (!isMissing(entries.error)) yield { ...entryOf(folder, 'unreadable'), ...entries };
    return;
  }
  for (const entry of entries) {
    const entryPath = path.join(folder, entry.name);
    const subfolder = layout.folder?.(entry.name);
    const isFileName = layout.file?.test(entry.name) === true;
    if (entry.isSymbolicLink() && (isFileName || subfolder !== undefined)) yield entryOf(entryPath, 'link');
    else if (entry.isDirectory() && subfolder !== undefined) {
      yield* walkData(entryPath, subfolder);
      yield entryOf(entryPath, 'folder');
    } else if (entry.isFile() && isFileName) {
      const facts = await lstat(entryPath).catch(() => undefined);
      yield { ...entryOf(entryPath, 'file'), size: facts?.size ?? 0, modifiedAt: facts?.mtimeMs ?? 0 };
    } else yield entryOf(entryPath, 'unknown');
  }
}

export function isMissing(error: unknown): boolean {
  return hasErrorCode(error, 'ENOENT');
}
