import { strict as assert } from 'node:assert';
import { createReplyParts, type CollectedParts } from '../../../../src/api/stream/replyParts.ts';

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

  /** Returns a function that adds a usage report and returns the usage of the reply. */
  const reporting = (parts: CollectedParts) => (inputTokens: number, cached: number | undefined, output: number) => {
    parts.addUsage({ inputTokens, cachedInputTokens: cached, outputTokens: output });
    return parts.take().find((each) => each.type === 'usage')?.usage;
  };

  it('returns the most reported input, as partial usage if a later report has less', () => {
    const parts = createReplyParts();
    const reported = reporting(parts);
    reported(500, 0, 9);
    parts.addText('a');
    const whole = { inputTokens: 1000, cachedInputTokens: 900, outputTokens: 3 };
    assert.deepEqual(reported(1000, 900, 3), whole);
    assert.deepEqual(reported(0, 0, 0), { ...whole, isPartial: true });
    parts.addText('b');
    for (const usage of [reported(1, 0, 4), reported(1000, 900, 4)])
      assert.deepEqual(usage, { ...whole, outputTokens: 4, isPartial: true });
  });

  it('returns the most input also if it was reported before the first text', () => {
    for (const text of ['', 'a']) {
      const parts = createReplyParts();
      const reported = reporting(parts);
      assert.equal(reported(1000, 0, 0)?.isPartial, undefined);
      parts.addText(text);
      const usage = { inputTokens: 1000, cachedInputTokens: 0, outputTokens: 5, isPartial: true };
      assert.deepEqual(reported(10, 0, 5), usage);
    }
  });

  it('returns no cached input with partial usage if the reports of the most input disagree about it', () => {
    for (const [before, after, expected] of [
      [0, 1000, undefined],
      [1000, 0, undefined],
      [undefined, 900, undefined],
      [900, 900, 900],
    ] as const) {
      const parts = createReplyParts();
      const reported = reporting(parts);
      parts.addText('a');
      reported(1000, before, 10);
      parts.addText('b');
      const usage = { inputTokens: 1000, cachedInputTokens: expected, outputTokens: 10, isPartial: true };
      assert.deepEqual(reported(1000, after, 5), usage);
      assert.deepEqual(reported(999, 999, 5), usage);
    }
  });

  it('returns the cached input of the last report of the whole reply', () => {
    const parts = createReplyParts();
    const reported = reporting(parts);
    for (const output of [0, 1]) {
      reported(1000, 0, output);
      parts.addText('a');
    }
    const usage = { inputTokens: 1000, cachedInputTokens: 900, outputTokens: 2 };
    assert.deepEqual(reported(1000, 900, 2), usage);
    assert.deepEqual(reported(0, 0, 0), { ...usage, isPartial: true });
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
