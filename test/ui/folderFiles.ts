import assert from 'node:assert/strict';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The files of a folder that VS Code shows. All paths are relative to the folder. */
export interface FolderFiles {
  readonly write: (file: string, text: string) => Promise<void>;
  /** Creates a file with a new name, and resolves with the name. */
  readonly createNew: (text: string) => Promise<string>;
  readonly read: (file: string) => Promise<string>;
  readonly exists: (file: string) => Promise<boolean>;
  /** Fails if the file does not have this text within 20 s. */
  readonly becomes: (file: string, text: string) => Promise<void>;
}

export function createFolderFiles(folder: string): FolderFiles {
  let count = 0;
  const read = async (file: string) => readFile(path.join(folder, file), 'utf8');

  async function write(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }

  return {
    write,
    createNew: async (text) => {
      const name = `file${(count += 1)}.ts`;
      await write(name, text);
      return name;
    },
    read,
    exists: async (file) =>
      access(path.join(folder, file)).then(
        () => true,
        () => false,
      ),
    // Polls, because files change without an event.
    becomes: async (file, text) => {
      const deadline = Date.now() + 20_000;
      let found = await read(file).catch(() => '');
      while (found !== text && Date.now() < deadline) {
        await new Promise((next) => setImmediate(next));
        found = await read(file).catch(() => '');
      }
      // Another read could see the empty file of a second save.
      assert.equal(found, text);
    },
  };
}
