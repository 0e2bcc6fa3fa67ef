import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import { createDebounce } from '../../../../src/common/async/debounce.ts';

describe('Debounce', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('runs only the last scheduled task, and restarts the delay when another task is scheduled', () => {
    const runs: string[] = [];
    const debounce = createDebounce(60);
    debounce.schedule(() => runs.push('first'));
    mock.timers.tick(59);
    debounce.schedule(() => runs.push('last'));
    mock.timers.tick(59);
    assert.deepEqual(runs, []);
    mock.timers.tick(1);
    assert.deepEqual(runs, ['last']);
  });

  it('does not run a cancelled task', () => {
    const runs: string[] = [];
    const debounce = createDebounce(60);
    debounce.schedule(() => runs.push('cancelled'));
    debounce.cancel();
    mock.timers.tick(60);
    assert.deepEqual(runs, []);
  });
});
