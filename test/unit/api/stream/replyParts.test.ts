import { strict as assert } from 'node:assert';
import { createReplyParts } from '../../../../src/api/stream/replyParts.ts';

const mebibyte = 1024 * 1024;

describe('createReplyParts', () => {
  it('keeps the order of the pieces if the last piece makes the reply longer than the maximum length', () => {
    const parts = createReplyParts();
    parts.addText('start');
    parts.addText(`${'x'.repeat(64 * mebibyte - 6)}end`);
    const [text, error] = parts.take();
    assert.ok(text?.type === 'text');
    assert.equal(text.text.length, 64 * mebibyte);
    assert.deepEqual([text.text.slice(0, 6), text.text.slice(-2)], ['startx', 'xe']);
    assert.deepEqual(error, { type: 'error', error: { detail: '', code: 'reply_too_large' } });
  });

  it('returns no part twice, and no parts if nothing was added', () => {
    const parts = createReplyParts();
    assert.deepEqual(parts.take(), []);
    parts.addText('one');
    parts.addNotice('refusal');
    parts.addUsage({ inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 });
    parts.addFinishReason('stop', true);
    assert.equal(parts.take().length, 4);
    assert.deepEqual(parts.take(), []);
  });

  it('puts usage before the text that follows the usage, and after the text that precedes the usage', () => {
    const parts = createReplyParts();
    const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
    parts.addUsage(usage);
    parts.addText('later');
    assert.deepEqual(parts.take(), [
      { type: 'usage', usage },
      { type: 'text', text: 'later' },
    ]);
    parts.addText('earlier');
    parts.addUsage(usage);
    assert.deepEqual(parts.take(), [
      { type: 'text', text: 'earlier' },
      { type: 'usage', usage },
    ]);
  });

  it('puts the last usage between the text before and after it, however the text is joined', () => {
    const parts = createReplyParts();
    const usage = (outputTokens: number) => ({ inputTokens: 1, cachedInputTokens: 0, outputTokens });
    parts.addText('a');
    parts.addUsage(usage(1));
    parts.addReasoning('why');
    parts.addText('b');
    parts.addText('c');
    parts.addUsage(usage(2));
    parts.addText('d');
    parts.addText('e');
    parts.addReasoning('then');
    assert.deepEqual(parts.take(), [
      { type: 'text', text: 'a' },
      { type: 'reasoning', text: 'why' },
      { type: 'text', text: 'bc' },
      { type: 'usage', usage: usage(2) },
      { type: 'text', text: 'de' },
      { type: 'reasoning', text: 'then' },
    ]);
    parts.addText('f');
    assert.deepEqual(parts.take(), [{ type: 'text', text: 'f' }]);
  });

  it('ignores text, notices and errors after an error', () => {
    const parts = createReplyParts();
    parts.fail({ detail: 'No.', code: undefined });
    parts.addText('one');
    parts.addReasoning('two');
    parts.addNotice('refusal');
    parts.fail({ detail: 'Another.', code: undefined });
    parts.giveUp({ detail: 'Another.', code: undefined });
    parts.end();
    assert.deepEqual(parts.take(), [{ type: 'error', error: { detail: 'No.', code: undefined } }]);
    assert.deepEqual([parts.isFinished, parts.isComplete], [true, false]);
  });
});
