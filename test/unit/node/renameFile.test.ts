import { strict as assert } from 'node:assert';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { renameFile } from '../../../src/node/renameFile.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';

describe('renameFile', () => {
  const cleanUp = cleanUpAfterEach();
  let file: string;
  let newFile: string;
  let tries: number;
  beforeEach(async () => {
    const folder = await temporaryFolder(cleanUp);
    [file, newFile] = [path.join(folder, 'new.tmp'), path.join(folder, 'draft.json')];
    await writeFile(file, 'new');
    await writeFile(newFile, 'old');
    tries = 0;
  });

  /** Renames the file, but the first `failures` tries fail with `code`. */
  const renameWithFailures = async (platform: NodeJS.Platform, failures: number, code: string) =>
    renameFile(file, newFile, {
      platform,
      rename: async (from, to) => {
        tries += 1;
        if (tries <= failures) throw Object.assign(new Error(code), { code });
        await rename(from, to);
      },
    });

  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`repeats a rename that another process blocks on Windows: ${code}`, async () => {
      await renameWithFailures('win32', 3, code);
      assert.equal(tries, 4);
      assert.equal(await readFile(newFile, 'utf8'), 'new');
    });
  }

  it('rejects after ten tries within three seconds, and keeps both files', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    cleanUp(() => mock.timers.reset());
    const rejected = assert.rejects(renameWithFailures('win32', Infinity, 'EBUSY'), { code: 'EBUSY' });
    for (let time = 0; time < 3_000; time += 10) {
      await new Promise((resolve) => setImmediate(resolve));
      mock.timers.tick(10);
    }
    await rejected;
    assert.equal(tries, 10);
    assert.deepEqual([await readFile(file, 'utf8'), await readFile(newFile, 'utf8')], ['new', 'old']);
  });

  it('does not repeat a rename that fails for another reason, or on a system other than Windows', async () => {
    await assert.rejects(renameWithFailures('win32', 1, 'ENOSPC'), { code: 'ENOSPC' });
    await assert.rejects(renameWithFailures('linux', 2, 'EACCES'), { code: 'EACCES' });
    assert.equal(tries, 2);
  });
});
