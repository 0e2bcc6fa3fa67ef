import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { createReplyParts, type CollectedParts } from '../../../../src/api/stream/replyParts.ts';
import type { Usage } from '../../../../src/common/usage.ts';
import { costOfReported } from '../../../../src/meter/cost.ts';

type Tokens = readonly [input: number, cached: number | undefined, output: number];

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
  const reporting =
    (parts: CollectedParts) =>
    (...[inputTokens, cachedInputTokens, outputTokens]: Tokens) => {
      parts.addUsage({ inputTokens, cachedInputTokens, outputTokens });
      return parts.take().find((each) => each.type === 'usage')?.usage;
    };

  it('returns the most reported input, as partial usage if a later report has less', () => {
    const parts = createReplyParts();
    const reported = reporting(parts);
    reported(500, 0, 9);
    parts.addText('a');
    const whole = { inputTokens: 1000, cachedInputTokens: 400, outputTokens: 3 };
    assert.deepEqual(reported(1000, 400, 3), whole);
    assert.deepEqual(reported(0, 0, 0), { ...whole, isPartial: true });
    parts.addText('b');
    for (const usage of [reported(1, 0, 4), reported(1000, 400, 4)])
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
      assert.deepEqual(reported(100, 100, 5), usage);
    }
  });

  it('returns no cached input with partial usage if another report has more cached or more other input', () => {
    const cases: readonly [first: Tokens, last: Tokens, inputTokens: number][] = [
      [[1000, 1000, 0], [990, 0, 20], 1000],
      [[1000, 0, 20], [1001, 1001, 5], 1001],
      [[1000, 400, 20], [900, 500, 5], 1000],
    ];
    for (const [first, last, inputTokens] of cases) {
      const parts = createReplyParts();
      const reported = reporting(parts);
      parts.addText('a');
      reported(...first);
      parts.addText('b');
      const usage = { inputTokens, cachedInputTokens: undefined, outputTokens: 20, isPartial: true };
      assert.deepEqual(reported(...last), usage);
    }
  });

  it('returns partial usage whose highest price is at least the price of each report', () => {
    const input = fc.constantFrom(0, 1, 100, 200, 201);
    const usage = fc
      .record({ inputTokens: input, cached: fc.option(input, { nil: undefined }), outputTokens: fc.nat(5) })
      .map(({ cached, ...each }) => ({ ...each, cachedInputTokens: cached && Math.min(cached, each.inputTokens) }));
    const steps = fc.array(fc.record({ text: fc.constantFrom('', 'a'), usage }), { maxLength: 6 });
    // The user may have set a higher price for cached input than for other input.
    for (const [price, cachedPrice] of [
      [20, 5],
      [5, 20],
    ] as const) {
      const prices = { input: price, cachedInput: cachedPrice, output: 80 };
      const highest = (each: Usage) => costOfReported(each, Infinity, prices).high;
      const check = (reports: readonly { readonly text: string; readonly usage: Usage }[]) => {
        const parts = createReplyParts();
        parts.addText('first');
        let most = 0;
        for (const { text, usage: report } of reports) {
          parts.addText(text);
          parts.addUsage(report);
          most = Math.max(most, highest(report));
          for (const part of parts.take())
            assert.ok(part.type !== 'usage' || part.usage.isPartial !== true || highest(part.usage) >= most);
        }
      };
      fc.assert(fc.property(steps, check), { numRuns: 2_000 });
    }
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
