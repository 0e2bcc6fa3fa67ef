import { strict as assert } from 'node:assert';
import { open, type FileHandle } from 'node:fs/promises';
import { flushFolder } from '../../../src/node/flushFolder.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';

describe('flushFolder', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  beforeEach(async function () {
    // Windows cannot flush folders.
    if (process.platform === 'win32') this.skip();
    folder = await temporaryFolder(cleanUp);
  });

  /** Flushes the folder. If `code` is given, the flush fails with this code. Asserts that the folder was closed. */
  const flush = async (code?: string) => {
    const handles: FileHandle[] = [];
    const flushing = flushFolder(folder, async (path, flags) => {
      const handle = await open(path, flags);
      handles.push(handle);
      if (code === undefined) return handle;
      return Object.assign(handle, {
        sync: async () => Promise.reject(Object.assign(new Error(code), { code })),
      });
    });
    // The file descriptor of a closed handle is -1.
    await flushing.finally(() =>
      assert.deepEqual(
        handles.map(({ fd }) => fd),
        [-1],
      ),
    );
  };

  it('closes the folder after the flush', async () => flush());

  for (const code of ['EINVAL', 'ENOTSUP', 'EBADF', 'EISDIR', 'EACCES', 'EPERM']) {
    it(`closes the folder, and does not reject, if the flush fails: ${code}`, async () => flush(code));
  }

  for (const code of ['EIO', 'ENOSPC']) {
    it(`closes the folder, and rejects, if the flush fails: ${code}`, async () => {
      await assert.rejects(flush(code), { code });
    });
  }

  it('rejects if the folder does not exist', async () => {
    await assert.rejects(flushFolder(`${folder}/missing`, open), { code: 'ENOENT' });
  });
});
