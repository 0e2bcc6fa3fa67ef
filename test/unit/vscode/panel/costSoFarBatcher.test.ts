import { strict as assert } from 'node:assert';
import { createCostSoFarBatcher } from '../../../../src/vscode/panel/costSoFarBatcher.ts';

describe('what a reply has cost so far, on its way to the panel', () => {
  it('goes with the next text, the last figure alone', () => {
    const sent: string[] = [];
    const batcher = createCostSoFarBatcher((id, footer) => sent.push(`${id}: ${footer}`));
    batcher.flush();
    batcher.set('r', '1');
    batcher.set('r', '2');
    assert.deepEqual(sent, []);
    batcher.flush();
    batcher.flush();
    assert.deepEqual(sent, ['r: 2']);
  });

  it('goes by itself when no text comes', async () => {
    await new Promise<void>((resolve) => createCostSoFarBatcher(() => resolve()).set('r', '1'));
  });

  it('does not go when the panel is gone', async () => {
    const sent: string[] = [];
    const batcher = createCostSoFarBatcher((_, footer) => sent.push(footer));
    batcher.set('r', '1');
    const later = new Promise<void>((resolve) => createCostSoFarBatcher(() => resolve()).set('r', 'later'));
    batcher.dispose();
    await later;
    assert.deepEqual(sent, []);
  });
});
