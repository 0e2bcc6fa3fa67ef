import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { createFileFinder } from '../../../../src/vscode/apply/fileFinder.ts';
import { findNamedFile } from '../../../../src/vscode/apply/targetFile.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('The file of code in a reply', () => {
  const cleanUp = cleanUpAfterEach();
  const files = ['src/a.ts', 'src/b.ts'].map((path) => ({ uri: vscode.Uri.file(`/${path}`), path }));
  let offered: (readonly string[])[] = [];

  /** Lets the user pick the last item of each list, or cancel. */
  function pickLast(isCancelled = false) {
    offered = [];
    const showQuickPick = async (items: readonly vscode.QuickPickItem[]) => {
      offered.push(items.map(({ label }) => label));
      return Promise.resolve(isCancelled ? undefined : items.at(-1));
    };
    Object.assign(vscode.window, { showQuickPick });
    cleanUp(() => Object.assign(vscode.window, { showQuickPick: undefined }));
  }

  async function find(names: readonly string[], isCancelled = false) {
    pickLast(isCancelled);
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

  it('is the only attached file, one that the user picks, or the shown file if the reply names none', async () => {
    pickLast();
    const document = { uri: vscode.Uri.file('/shown.ts') };
    const editor = { current: () => ({ document }) as unknown as vscode.TextEditor };
    const finder = createFileFinder(editor, { shownFile: () => undefined }, () => []);
    const findAmong = async (...paths: readonly string[]) => {
      const found = await finder.find(
        [],
        paths.map((path) => vscode.Uri.file(path)),
      );
      return typeof found === 'object' ? found.path : found;
    };
    assert.equal(await findAmong(), 'shown.ts');
    assert.equal(await findAmong('/a.ts', '/a.ts'), 'a.ts');
    assert.deepEqual(offered, []);
    assert.equal(await findAmong('/a.ts', '/b.ts'), 'shown.ts');
    assert.deepEqual(offered, [['a.ts', 'b.ts', 'shown.ts']]);
  });
});
