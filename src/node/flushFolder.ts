import type { FileHandle } from 'node:fs/promises';

/** Opens a file or folder, as in `node:fs/promises`. */
export type OpenFile = (path: string, flags: string | number, mode?: number) => Promise<FileHandle>;

/** The error codes of file systems that cannot flush folders, and of folders that this user may not read. */
const unsupported: readonly unknown[] = ['EINVAL', 'ENOTSUP', 'EBADF', 'EISDIR', 'EACCES', 'EPERM'];

/**
 * Flushes the entries of a folder, so that a power cut does not remove a new or renamed file. Does nothing on Windows,
 * where folders cannot be flushed. Ignores a folder that the file system cannot flush, or that the user may not read.
 */
export async function flushFolder(folder: string, open: OpenFile): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!unsupported.includes((error as NodeJS.ErrnoException).code)) throw error;
  }
}
