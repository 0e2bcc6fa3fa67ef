import { strict as assert } from 'node:assert';
import { addDigest, createDigestParts } from '../../../../src/api/stream/payloadDigest.ts';
import { createReplyParts, type ReplyParts } from '../../../../src/api/stream/replyParts.ts';
import { createShownChoice } from '../../../../src/api/stream/chunk/shownChoice.ts';

const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };

const readable = {
  hasReadable: true,
  malformed: 0,
  foreign: 0,
  foreignBytes: 0,
  possibleError: undefined,
};

/** Returns the parts of a reply to which the digest of one payload was added. */
function viaDigest(add: (parts: ReplyParts) => void) {
  const digestParts = createDigestParts(createShownChoice());
  add(digestParts);
  const reply = createReplyParts();
  addDigest(digestParts.digest(readable), reply);
  return reply.take();
}

describe('addDigest', () => {
  it('puts usage before the text that follows the usage, and after the text that precedes the usage', () => {
    const text = { type: 'text', text: 'a' };
    const before = viaDigest((parts) => {
      parts.addUsage(usage);
      parts.addText('a');
    });
    assert.deepEqual(before, [{ type: 'usage', usage }, text]);
    const after = viaDigest((parts) => {
      parts.addText('a');
      parts.addUsage(usage);
    });
    assert.deepEqual(after, [text, { type: 'usage', usage }]);
  });

  it('says whether a part that cannot be read comes after the last usage', () => {
    for (const isAfter of [true, false]) {
      const digestParts = createDigestParts(createShownChoice());
      if (!isAfter) digestParts.addUnread(9);
      digestParts.addUsage(usage);
      if (isAfter) digestParts.addUnread(9);
      const reply = createReplyParts();
      addDigest(digestParts.digest(readable), reply);
      assert.deepEqual([reply.unreadBytes, reply.unreadAfterUsage], [9, isAfter ? 9 : 0]);
    }
  });

  it('ignores a whole message that repeats earlier pieces of text and reasoning', () => {
    const parts = viaDigest(({ addText, addReasoning, addWholeText, addWholeReasoning }) => {
      addReasoning('why');
      addText('a');
      addWholeReasoning('why');
      addWholeText('a');
    });
    assert.deepEqual(parts, [
      { type: 'reasoning', text: 'why' },
      { type: 'text', text: 'a' },
    ]);
  });

  it('ignores text and notices after an error', () => {
    const parts = viaDigest((added) => {
      added.fail({ detail: 'No.', code: undefined });
      added.addText('a');
      added.addNotice('refusal');
    });
    assert.deepEqual(parts, []);
  });
});
