import assert from 'node:assert/strict';
import { hostileReplies } from './hostileReplies.ts';
import { oneShot, pieces, streamed } from './streamMarkdown.ts';

describe('A hostile reply', () => {
  for (const [name, fill] of Object.entries(hostileReplies)) {
    it(`looks the same when it is streamed and when it is parsed at once: ${name}`, () => {
      const source = fill(9_000);
      const expected = oneShot(source);
      for (const size of [97, 8_192])
        assert.deepEqual(streamed(pieces(source, [size])), expected, `in pieces of ${size}`);
    });
  }
});
