import { strict as assert } from 'node:assert';
import { createTextBatcher } from '../../../../src/vscode/panel/textBatcher.ts';

describe('createTextBatcher', () => {
  it('sends the first text at once, and further text of the same frame together', async () => {
    const batches: string[] = [];
    const all = Promise.withResolvers<undefined>();
    const batcher = createTextBatcher((replyId, _part, text) => {
      batches.push(`${replyId}:${text}`);
      if (text.includes('d')) all.resolve(undefined);
    });
    batcher.add('r', 'text', 'a');
    assert.deepEqual(batches, ['r:a']);
    for (const text of ['b', 'c', 'd']) batcher.add('r', 'text', text);
    assert.deepEqual(batches, ['r:a']);
    await all.promise;
    assert.deepEqual(batches, ['r:a', 'r:bcd']);
    batcher.dispose();
  });

  it('sends collected text once when flushed', () => {
    const batches: string[] = [];
    const batcher = createTextBatcher((replyId, _part, text) => batches.push(`${replyId}:${text}`));
    batcher.add('r', 'text', 'a');
    batcher.add('r', 'text', 'b');
    batcher.flush();
    batcher.flush();
    assert.deepEqual(batches, ['r:a', 'r:b']);
    batcher.dispose();
  });

  it('never mixes the texts of two replies', () => {
    const batches: string[] = [];
    const batcher = createTextBatcher((replyId, _part, text) => batches.push(`${replyId}:${text}`));
    batcher.add('r', 'text', 'a');
    batcher.add('r', 'text', 'b');
    batcher.add('s', 'text', 'c');
    batcher.flush();
    assert.deepEqual(batches, ['r:a', 'r:b', 's:c']);
    batcher.dispose();
  });
});
