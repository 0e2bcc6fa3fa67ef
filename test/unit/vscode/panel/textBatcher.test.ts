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

  it('sends text that arrives within a frame after the last batch, even if no more text follows', async () => {
    const batches: string[] = [];
    let sent = Promise.withResolvers<undefined>();
    const batcher = createTextBatcher((_replyId, _part, text) => {
      batches.push(text);
      sent.resolve(undefined);
    });
    batcher.add('r', 'text', 'a');
    for (const text of ['b', 'c', 'd']) {
      sent = Promise.withResolvers();
      batcher.add('r', 'text', text);
      await sent.promise;
    }
    assert.deepEqual(batches, ['a', 'b', 'c', 'd']);
    batcher.dispose();
  }).timeout(5_000);

  it('sends text collected after a flush, even if no more text follows', async () => {
    const batches: string[] = [];
    const all = Promise.withResolvers<undefined>();
    const batcher = createTextBatcher((_replyId, _part, text) => {
      batches.push(text);
      if (text === 'c') all.resolve(undefined);
    });
    batcher.add('r', 'text', 'a');
    batcher.add('r', 'text', 'b');
    const start = performance.now();
    // Block for 10 ms, so that the timer that was started for 'b' fires too early for 'c'.
    while (performance.now() < start + 10);
    batcher.flush();
    batcher.add('r', 'text', 'c');
    await all.promise;
    assert.deepEqual(batches, ['a', 'b', 'c']);
    batcher.dispose();
  }).timeout(5_000);

  it('sends nothing after dispose', async () => {
    const batches: string[] = [];
    const disposed = createTextBatcher((_replyId, _part, text) => batches.push(text));
    disposed.add('r', 'text', 'a');
    disposed.add('r', 'text', 'b');
    const beforeDispose = [...batches];
    disposed.dispose();
    const later = Promise.withResolvers<undefined>();
    const batcher = createTextBatcher((_replyId, _part, text) => {
      if (text === 'd') later.resolve(undefined);
    });
    batcher.add('r', 'text', 'c');
    batcher.add('r', 'text', 'd');
    await later.promise;
    assert.deepEqual(batches, beforeDispose);
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

  it('sends the texts of two replies separately', () => {
    const batches: string[] = [];
    const batcher = createTextBatcher((replyId, _part, text) => batches.push(`${replyId}:${text}`));
    batcher.add('r', 'text', 'a');
    batcher.add('r', 'text', 'b');
    batcher.add('s', 'text', 'c');
    batcher.flush();
    assert.deepEqual(batches, ['r:a', 'r:b', 's:c']);
    batcher.dispose();
  });

  it('sends the reasoning and the text of a reply separately', () => {
    const batches: string[] = [];
    const batcher = createTextBatcher((_replyId, part, text) => batches.push(`${part}:${text}`));
    batcher.add('r', 'reasoning', 'a');
    batcher.add('r', 'reasoning', 'b');
    batcher.add('r', 'text', 'c');
    batcher.flush();
    assert.deepEqual(batches, ['reasoning:a', 'reasoning:b', 'text:c']);
    batcher.dispose();
  });
});
