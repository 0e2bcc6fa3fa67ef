import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import type { WatchFolder } from '../../../../src/common/fileStore.ts';
import { createFolderWatch } from '../../../../src/node/folderWatch.ts';
import { watchSpend, type SpendWatch } from '../../../../src/vscode/spend/spendWatch.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';

describe('watchSpend', () => {
  const cleanUp = cleanUpAfterEach();
  let change: (name: string | undefined) => void;
  let running: number;
  let refreshes: number;
  let spendWatch: SpendWatch;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    running = 0;
    refreshes = 0;
    const watch = (folder: string, onDidChange: typeof change) => {
      assert.equal(folder, 'spend');
      running += 1;
      change = onDidChange;
      return () => (running -= 1);
    };
    spendWatch = watchSpend(watch, 'own', () => (refreshes += 1));
  });

  afterEach(() => mock.timers.reset());

  it('refreshes once after many changes of another window’s journal, and again after the next change', () => {
    for (let index = 0; index < 20; index += 1) change('2026-11-other.jsonl');
    assert.equal(refreshes, 0);
    mock.timers.tick(1_000);
    assert.equal(refreshes, 1);
    change('2026-11-other.jsonl');
    mock.timers.tick(1_000);
    assert.equal(refreshes, 2);
  });

  it('ignores this window’s journal and the snapshots, which a refresh may write', () => {
    for (const name of ['2026-11-own.jsonl', '2026-11.sums.json', '2026-11.sums.json.tmp']) change(name);
    mock.timers.tick(1_000);
    assert.equal(refreshes, 0);
  });

  it('refreshes if the system does not report the name, but not after the end of the watch', () => {
    change(undefined);
    mock.timers.tick(1_000);
    assert.equal(refreshes, 1);
    change(undefined);
    spendWatch.dispose();
    mock.timers.tick(1_000);
    assert.equal(refreshes, 1);
  });

  it('replaces its watch when it is restarted, but not after its end', () => {
    spendWatch.restart();
    assert.equal(running, 1);
    change('2026-11-other.jsonl');
    mock.timers.tick(1_000);
    assert.equal(refreshes, 1);
    spendWatch.dispose();
    spendWatch.restart();
    assert.equal(running, 0);
  });

  it('reports requests after the ledger’s folder was removed and the watch was restarted', async () => {
    const root = await temporaryFolder(cleanUp);
    const folder = path.join(root, 'spend');
    const reported = Promise.withResolvers<undefined>();
    const watchFolder = createFolderWatch(root);
    const watch: WatchFolder = (name, onDidChange) =>
      watchFolder(name, (changed) => {
        onDidChange(changed);
        if (changed === '2026-11-other.jsonl') reported.resolve(undefined);
      });
    const ofFolder = watchSpend(watch, 'own', () => (refreshes += 1));
    cleanUp(ofFolder.dispose);
    await rm(folder, { recursive: true });
    ofFolder.restart();
    await writeFile(path.join(folder, '2026-11-other.jsonl'), 'a');
    await reported.promise;
    mock.timers.tick(1_000);
    assert.equal(refreshes, 1);
  });
});
