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

  it('returns the most input that was reported after the first text, as partial usage if a later report has less', () => {
    const parts = createReplyParts();
    const reported = (inputTokens: number, cachedInputTokens: number, outputTokens: number) => {
      parts.addUsage({ inputTokens, cachedInputTokens, outputTokens });
      return parts.take().find((each) => each.type === 'usage')?.usage;
    };
    reported(5000, 0, 1);
    parts.addText('a');
    const whole = { inputTokens: 1000, cachedInputTokens: 900, outputTokens: 3 };
    assert.deepEqual(reported(1000, 900, 3), whole);
    assert.deepEqual(reported(0, 0, 0), { ...whole, isPartial: true });
    parts.addText('b');
    for (const usage of [reported(1, 0, 4), reported(1000, 900, 4)])
      assert.deepEqual(usage, { ...whole, outputTokens: 4, isPartial: true });
  });

  it('returns final usage if the input of the reports grows with the output', () => {
    const parts = createReplyParts();
    for (const tokens of [1, 2, 3]) {
      parts.addText('a');
      const usage = { inputTokens: tokens, cachedInputTokens: undefined, outputTokens: tokens };
      parts.addUsage(usage);
      assert.deepEqual(parts.take().at(-1), { type: 'usage', usage });
    }
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
