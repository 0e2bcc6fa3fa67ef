import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { findNamedFile } from '../../../../src/vscode/apply/targetFile.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('findNamedFile', () => {
  const cleanUp = cleanUpAfterEach();
  const files = ['src/a.ts', 'src/b.ts'].map((path) => ({ uri: vscode.Uri.file(`/${path}`), path }));
  let offered: (readonly string[])[] = [];

  /** Resolves with the path that is found if the user picks the last item of each list, or cancels. */
  async function find(names: readonly string[], isCancelled = false) {
    offered = [];
    const showQuickPick = async (items: readonly vscode.QuickPickItem[]) => {
      offered.push(items.map(({ label }) => label));
      return Promise.resolve(isCancelled ? undefined : items.at(-1));
    };
    Object.assign(vscode.window, { showQuickPick });
    cleanUp(() => Object.assign(vscode.window, { showQuickPick: undefined }));
    const found = await findNamedFile(names, files, []);
    return typeof found === 'object' ? found.path : found;
  }

  it('asks which file is meant if the reply names several', async () => {
    assert.equal(await find(['a.ts', 'b.ts', 'res.json']), 'src/b.ts');
    assert.deepEqual(offered, [['a.ts', 'b.ts']]);
    assert.equal(await find(['a.ts', 'b.ts'], true), 'cancelled');
  });

  it('does not ask if only one of the named files exists', async () => {
    assert.equal(await find(['res.json', 'a.ts']), 'src/a.ts');
    assert.deepEqual(offered, []);
  });
});
