import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileFacts, FileStore } from '../common/fileStore.ts';
import { temporaryName } from './temporaryFiles.ts';

/** Stores files below a folder on disk. Creates a missing folder when a file is written or moved to that folder. */
export function createNodeFileStore(folder: string): FileStore {
  const pathOf = (name: string) => path.join(folder, ...name.split('/'));

  const withFolder = async (name: string, write: (file: string) => Promise<void>) => {
    const file = pathOf(name);
    try {
      await write(file);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await mkdir(path.dirname(file), { recursive: true });
      await write(file);
    }
  };

  return {
    read: async (name) => orIfMissing(readFile(pathOf(name), 'utf8'), undefined),
    readFrom: async (name, offset, length) => orIfMissing(readFrom(pathOf(name), offset, length), new Uint8Array()),
    append: async (name, text, options) =>
      withFolder(name, async (file) => appendWhole(file, text, options?.flush ?? false)),
    write: async (name, text, options) =>
      withFolder(name, async (file) =>
        withTemporaryFile(file, async (temporary) => {
          await writeFile(temporary, text, { flush: options?.flush ?? true });
          await rename(temporary, file);
        }),
      ),
    create: async (name, text) => {
      let isCreated = true;
      await withFolder(name, async (file) => {
        await withTemporaryFile(file, async (temporary) => {
          await writeFile(temporary, text);
          // Linking is atomic. Until the link exists, other processes see no file. Afterwards, they see the whole text.
          await link(temporary, file)
            .catch(async (error: unknown) => {
              if (hasCode(error, 'EEXIST')) throw error;
              // Some file systems do not support links, so write the file directly.
              await writeFile(file, text, { flag: 'wx' });
            })
            .catch((error: unknown) => {
              if (!hasCode(error, 'EEXIST')) throw error;
              isCreated = false;
            });
        });
      });
      return isCreated;
    },
    list: async (name) => orIfMissing(readdir(pathOf(name)), []),
    stat: async (name, ending) => {
      const folder = pathOf(name);
      const names = (await orIfMissing(readdir(folder), [])).filter((each) => each.endsWith(ending));
      const facts = await Promise.all(names.map(async (each) => orIfMissing(factsOf(folder, each), undefined)));
      return facts.filter((each) => each !== undefined);
    },
    move: async (name, newName) => {
      const file = pathOf(name);
      if ((await orIfMissing(stat(file), undefined)) === undefined) return false;
      await withFolder(newName, async (newFile) => rename(file, newFile));
      return true;
    },
    remove: async (name) => rm(pathOf(name), { force: true }),
  };
}

/** Appends the whole text. If that fails, for example on a full disk, removes the part that was appended. */
async function appendWhole(file: string, text: string, flush: boolean): Promise<void> {
  const handle = await open(file, 'a');
  try {
    const { size } = await handle.stat();
    try {
      await handle.appendFile(text);
      if (flush) await handle.sync();
    } catch (error) {
      await handle.truncate(size).catch(() => undefined);
      throw error;
    }
  } finally {
    await handle.close();
  }
}

/** Passes the path of a temporary file next to `file` to `write`. Finally removes the temporary file if it exists. */
async function withTemporaryFile(file: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = temporaryName(file);
  try {
    await write(temporary);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function factsOf(folder: string, name: string): Promise<FileFacts> {
  const { size, mtimeMs } = await stat(path.join(folder, name));
  return { name, size, modifiedAt: mtimeMs };
}

async function readFrom(file: string, offset: number, atMost = Infinity): Promise<Uint8Array> {
  const handle = await open(file, 'r');
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
    if (isNotFound(error) || hasCode(error, 'ENOTDIR')) return otherwise;
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
