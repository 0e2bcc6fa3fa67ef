import { strict as assert } from 'node:assert';
import { createCostSoFarBatcher } from '../../../../src/vscode/panel/estimates/costSoFarBatcher.ts';

describe('createCostSoFarBatcher', () => {
  it('sends only the newest footer of a reply, once, when flushed', () => {
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

  it('sends the footer after a delay, even without a flush', async () => {
    await new Promise<void>((resolve) => createCostSoFarBatcher(() => resolve()).set('r', '1'));
  });

  it('sends nothing after dispose', async () => {
    const sent: string[] = [];
    const batcher = createCostSoFarBatcher((_, footer) => sent.push(footer));
    batcher.set('r', '1');
    const later = new Promise<void>((resolve) => createCostSoFarBatcher(() => resolve()).set('r', 'later'));
    batcher.dispose();
    await later;
    assert.deepEqual(sent, []);
  });
});
