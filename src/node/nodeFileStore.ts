import { constants } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { AppendOptions, FileFacts, FileStore, WriteOptions } from '../common/fileStore.ts';
import { flushFolder, type OpenFile } from './flushFolder.ts';
import { hasErrorCode } from './hasErrorCode.ts';
import { ownerOnly } from './privateFiles.ts';
import { renameFile } from './renameFile.ts';
import { temporaryName } from './temporaryFiles.ts';

/**
 * The maximum number of times that one text is appended (see `repeatIfReplaced`). Without this limit, an append would
 * never end on a file system that does not tell whether two files are the same.
 */
const appendTries = 3;

/**
 * Without O_NONBLOCK, opening a named pipe would wait until another process opens the pipe, too. On Windows, the value
 * of O_NONBLOCK is undefined, which counts as 0.
 */
const readFlags = constants.O_RDONLY | constants.O_NONBLOCK;
const appendFlags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/**
 * Stores files below a folder on disk. Creates a missing folder when a file is written or moved to that folder. Except
 * on Windows, only the user's own account may read the files and folders.
 *
 * @param openFile opens the files that the store writes, and the folders that it flushes
 */
export function createNodeFileStore(folder: string, openFile: OpenFile = open): FileStore {
  const pathOf = (name: string) => path.join(folder, ...name.split('/'));
  /** The root folder or, if the store has created parents of the root folder, the topmost of these. */
  let top = path.join(folder);
  /** Files and folders whose entries in their parent folders are on disk. A power cut cannot remove these entries. */
  const flushedEntries = new Set<string>();

  /**
   * Flushes the entries of a file and of its folders, up to and including the root folder and parents that the store
   * has created. Skips entries that are on disk already.
   */
  const flushEntry = async (entry: string): Promise<void> => {
    if (flushedEntries.has(entry)) return;
    await flushFolder(path.dirname(entry), openFile);
    flushedEntries.add(entry);
    if (entry.length > top.length) await flushEntry(path.dirname(entry));
  };

  const withFolder = async (name: string, write: (file: string) => Promise<void>) => {
    const file = pathOf(name);
    try {
      await write(file);
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT')) throw error;
      const created = await createFolders(path.dirname(file));
      if (created !== undefined && created.length < top.length) top = created;
      // The folders from `created` downwards are new, so earlier flushes of entries with the same paths do not count.
      if (created !== undefined) removeBelow(flushedEntries, created);
      await write(file);
    }
  };

  const append = async (file: string, text: string, options: AppendOptions = {}, tries = appendTries) => {
    const { flush = false, repeatIfReplaced = false } = options;
    const handle = await openFile(file, appendFlags, ownerOnly.file);
    let isLost = false;
    try {
      const { size } = await handle.stat();
      // An empty file may be new, even if this store has flushed its entry before: another process may have removed the
      // old file.
      if (size === 0) flushedEntries.delete(file);
      if (flush) await flushEntry(file);
      await appendWhole(handle, text, size, flush);
      isLost = repeatIfReplaced && (await isReplaced(file, handle));
    } finally {
      await handle.close();
    }
    if (isLost && tries > 1) await append(file, text, options, tries - 1);
  };

  const replace = async (file: string, text: string, { flush = true }: WriteOptions = {}) =>
    withTemporaryFile(file, async (temporary) => {
      await writeWhole(await openFile(temporary, 'wx', ownerOnly.file), text, flush);
      await renameFile(temporary, file);
      flushedEntries.delete(file);
      if (flush) await flushEntry(file);
    });

  return {
    read: async (name) => orIfMissing(readFile(pathOf(name), { encoding: 'utf8', flag: readFlags }), undefined),
    readFrom: async (name, offset, length) => orIfMissing(readFrom(pathOf(name), offset, length), new Uint8Array()),
    append: async (name, text, options) => withFolder(name, async (file) => append(file, text, options)),
    rewrite: async (name, change) => rewriteFile(pathOf(name), change, replace, append),
    write: async (name, text, options) => withFolder(name, async (file) => replace(file, text, options)),
    create: async (name, text, { flush = false } = {}) => {
      let isCreated = false;
      await withFolder(name, async (file) => {
        isCreated = await createWhole(file, text, openFile, flush);
        if (isCreated) flushedEntries.delete(file);
        if (isCreated && flush) await flushEntry(file);
      });
      return isCreated;
    },
    list: async (name) => orIfMissing(readdir(pathOf(name)), []),
    stat: async (name, ending) => statFiles(pathOf(name), ending),
    move: async (name, newName, { flush = false } = {}) => {
      const file = pathOf(name);
      const isMissing = async () => (await orIfMissing(stat(file), undefined)) === undefined;
      if (await isMissing()) return false;
      flushedEntries.delete(file);
      try {
        await withFolder(newName, async (newFile) => {
          await renameFile(file, newFile);
          flushedEntries.delete(newFile);
          if (flush) await flushEntry(newFile);
        });
      } catch (error) {
        // Another process may have moved the file in the meantime.
        if (hasErrorCode(error, 'ENOENT') && (await isMissing())) return false;
        throw error;
      }
      return true;
    },
    remove: async (name) => {
      const file = pathOf(name);
      await rm(file, { force: true });
      flushedEntries.delete(file);
    },
  };
}

/** Creates a folder and its missing parents. Returns the topmost created folder, or undefined if all exist. */
async function createFolders(folder: string): Promise<string | undefined> {
  try {
    return await mkdir(folder, { recursive: true, mode: ownerOnly.folder });
  } catch (error) {
    // On a read-only disk, Node reports ENOENT for a missing folder. Only without `recursive`, it reports EROFS.
    if (!hasErrorCode(error, 'ENOENT')) throw error;
    const created = await createFolders(path.dirname(folder));
    await mkdir(folder, { mode: ownerOnly.folder });
    return created ?? folder;
  }
}

/** Removes the entry of a folder, and all entries below this folder. */
function removeBelow(entries: Set<string>, folder: string): void {
  for (const entry of entries) if (`${entry}${path.sep}`.startsWith(folder + path.sep)) entries.delete(entry);
}

/** Returns the facts of the files in a folder whose names have the ending; see FileStore. */
async function statFiles(folder: string, ending: string): Promise<readonly FileFacts[]> {
  const names = (await orIfMissing(readdir(folder), [])).filter((each) => each.endsWith(ending));
  const facts = await Promise.all(
    names.map(async (name) =>
      // The caller must know that the file exists. For example, the spend of a journal must not be lost silently.
      orIfMissing(factsOf(folder, name), undefined).catch(() => ({ name, size: Infinity, modifiedAt: Infinity })),
    ),
  );
  return facts.filter((each) => each !== undefined);
}

/**
 * Appends the whole text to a file of `size` bytes. If that fails, for example on a full disk, removes the part that
 * was appended. Keeps this part if another process has appended meanwhile, because the other text must not be removed.
 */
async function appendWhole(handle: FileHandle, text: string, size: number, flush: boolean): Promise<void> {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.byteLength) written += (await handle.write(bytes, written)).bytesWritten;
    if (flush) await handle.sync();
  } catch (error) {
    const facts = await handle.stat().catch(() => undefined);
    if (facts?.size === size + written) await handle.truncate(size).catch(() => undefined);
    throw error;
  }
}

type WriteText = (file: string, text: string, options: WriteOptions) => Promise<void>;

/** Replaces the text of a file with the text that `change` returns; see FileStore. */
async function rewriteFile(
  file: string,
  change: (text: string) => Promise<string | undefined>,
  replace: WriteText,
  append: WriteText,
): Promise<void> {
  await withTemporaryFile(file, async (old) => {
    // Another process may append until the file is replaced. The link keeps the old file with the appended text.
    await link(file, old).catch(() => undefined);
    const bytes = await orIfMissing(readFile(file, { flag: readFlags }), undefined);
    const text = bytes && (await change(bytes.toString()));
    if (bytes === undefined || text === undefined) return;
    await replace(file, text, { flush: true });
    const appended = await orIfMissing(readFrom(old, bytes.byteLength), new Uint8Array());
    if (appended.byteLength > 0) await append(file, Buffer.from(appended).toString(), { flush: true });
  });
}

/** Returns true if the file that has this name now is not the open file. */
async function isReplaced(file: string, handle: FileHandle): Promise<boolean> {
  // On Windows, `ino` may be too large for a JavaScript number.
  const opened = await handle.stat({ bigint: true });
  const named = await orIfMissing(stat(file, { bigint: true }), opened);
  return named.ino !== opened.ino;
}

async function writeWhole(handle: FileHandle, text: string, flush: boolean): Promise<void> {
  try {
    await handle.writeFile(text);
    if (flush) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a file with the whole text. Returns false, and changes nothing, if the file exists. */
async function createWhole(file: string, text: string, openFile: OpenFile, flush: boolean): Promise<boolean> {
  return withTemporaryFile(file, async (temporary) => {
    await writeWhole(await openFile(temporary, 'wx', ownerOnly.file), text, flush);
    try {
      // Linking is atomic. Until the link exists, other processes see no file. Afterwards, they see the whole text.
      await link(temporary, file).catch(async (error: unknown) => {
        if (hasErrorCode(error, 'EEXIST')) throw error;
        // Some file systems do not support links, so write the file directly.
        await writeWhole(await openFile(file, 'wx', ownerOnly.file), text, flush);
      });
      return true;
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST')) throw error;
      return false;
    }
  });
}

/** Calls `write` with the path of a temporary file next to `file`. Finally removes the temporary file if it exists. */
async function withTemporaryFile<T>(file: string, write: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = temporaryName(file);
  try {
    return await write(temporary);
  } finally {
    await rm(temporary).catch(() => undefined);
  }
}

async function factsOf(folder: string, name: string): Promise<FileFacts> {
  const { size, mtimeMs } = await stat(path.join(folder, name));
  return { name, size, modifiedAt: mtimeMs };
}

async function readFrom(file: string, offset: number, atMost = Infinity): Promise<Uint8Array> {
  const handle = await open(file, readFlags);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size - offset, atMost);
    if (length <= 0) return new Uint8Array();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function orIfMissing<T, U>(reading: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await reading;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return otherwise;
    throw error;
  }
}
