import { chmod, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** The permissions of our files and folders: only the user's own account may read and write them. */
export const ownerOnly = { file: 0o600, folder: 0o700 } as const;

const permissionBits = 0o777;

/**
 * Restricts the permissions of a folder and everything in it, because earlier versions created files that every account
 * of the computer could read. Does nothing if the folder is private already: the folder itself is changed last, so an
 * earlier call has changed its content. Does nothing on Windows. Ignores files that cannot be changed.
 */
export async function makePrivate(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const facts = await stat(folder).catch(() => undefined);
  if (facts === undefined || (facts.mode & permissionBits) === ownerOnly.folder) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    // The extension creates no other kinds of entries, such as symbolic links.
    const mode = entry.isDirectory() ? ownerOnly.folder : entry.isFile() ? ownerOnly.file : undefined;
    if (mode !== undefined) await chmod(path.join(entry.parentPath, entry.name), mode).catch(() => undefined);
  }
  await chmod(folder, ownerOnly.folder).catch(() => undefined);
}
