import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { watchSpend } from '../../../../src/vscode/spend/spendWatch.ts';

describe('watchSpend', () => {
  let change: (name: string | undefined) => void;
  let refreshes: number;
  let end: () => void;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    refreshes = 0;
    const watch = (folder: string, onDidChange: typeof change) => {
      assert.equal(folder, 'spend');
      change = onDidChange;
      return () => undefined;
    };
    end = watchSpend(watch, 'own', () => (refreshes += 1));
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
    end();
    mock.timers.tick(1_000);
    assert.equal(refreshes, 1);
  });
});
