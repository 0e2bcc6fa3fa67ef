import { strict as assert } from 'node:assert';
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { realPath } from '../../../src/node/realPath.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';

describe('realPath', () => {
  const cleanUp = cleanUpAfterEach();

  it('follows the links of a file', async () => {
    const folder = await realpath(await temporaryFolder(cleanUp));
    await writeFile(path.join(folder, 'a.ts'), '');
    await symlink(path.join(folder, 'a.ts'), path.join(folder, 'b.ts'));
    assert.equal(await realPath(path.join(folder, 'b.ts')), path.join(folder, 'a.ts'));
  });

  it('follows the links of the nearest folder of a missing file', async () => {
    const folder = await realpath(await temporaryFolder(cleanUp));
    await mkdir(path.join(folder, '.git/hooks'), { recursive: true });
    await symlink('.git/hooks', path.join(folder, 'hooks'));
    await symlink('.vscode', path.join(folder, 'config'));
    assert.equal(await realPath(path.join(folder, 'hooks/pre-commit')), path.join(folder, '.git/hooks/pre-commit'));
    assert.equal(await realPath(path.join(folder, 'hooks/a/b/c')), path.join(folder, '.git/hooks/a/b/c'));
    assert.equal(await realPath(path.join(folder, 'a/b')), path.join(folder, 'a/b'));
  });

  it('follows a link to nothing', async () => {
    const folder = await realpath(await temporaryFolder(cleanUp));
    await symlink('.vscode', path.join(folder, 'config'));
    await symlink(path.join(folder, 'config/tasks.json'), path.join(folder, 'a.json'));
    assert.equal(await realPath(path.join(folder, 'config/tasks.json')), path.join(folder, '.vscode/tasks.json'));
    assert.equal(await realPath(path.join(folder, 'a.json')), path.join(folder, '.vscode/tasks.json'));
  });

  it('rejects if links form a circle', async () => {
    const folder = await temporaryFolder(cleanUp);
    await symlink('b', path.join(folder, 'a'));
    await symlink('a', path.join(folder, 'b'));
    await symlink('missing/../c', path.join(folder, 'c'));
    await assert.rejects(realPath(path.join(folder, 'a/x')), { code: 'ELOOP' });
    await assert.rejects(realPath(path.join(folder, 'c/x')), { code: 'ENOENT' });
  });
});
