import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../common/fileStore.ts';

/** Files below a folder of this computer, which is made when first written to. */
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
    readFrom: async (name, offset) => orIfMissing(readFrom(pathOf(name), offset), new Uint8Array()),
    append: async (name, text, options) =>
      withFolder(name, async (file) => appendFile(file, text, { flush: options?.flush ?? false })),
    write: async (name, text) =>
      withFolder(name, async (file) => {
        const temporary = `${file}.${randomUUID()}.tmp`;
        await writeFile(temporary, text, { flush: true });
        await rename(temporary, file);
      }),
    list: async (name) => orIfMissing(readdir(pathOf(name)), []),
  };
}

async function readFrom(file: string, offset: number): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size <= offset) return new Uint8Array();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - offset), 0, size - offset, offset);
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
