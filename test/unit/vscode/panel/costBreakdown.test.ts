import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { joinParts, type ReplyParts } from '../../../../src/chat/messages/joinedReplies.ts';
import type { Reply } from '../../../../src/chat/messages/message.ts';
import { costOfCounted, costOfPartial, costOfReported, inFlightTokens, noCost } from '../../../../src/meter/cost.ts';
import { costBreakdown } from '../../../../src/vscode/panel/estimates/costBreakdown.ts';
import { published } from '../../meter/published.ts';

const usage = { inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 500 };
const reply: Reply = {
  kind: 'reply',
  id: 'r',
  questionId: 'q',
  at: 0,
  text: 'A',
  reasoning: '',
  state: 'complete',
  prices: published,
};

function breakdownOf(more: Partial<Reply>) {
  const breakdown = costBreakdown({ ...reply, ...more });
  assert.ok(breakdown);
  const { rows, total, remarks } = breakdown;
  return {
    rows: rows.map(({ name, tokens, price, amount }) => [name, tokens, price, amount]),
    total: total.amount,
    remarks,
  };
}

describe('costBreakdown', () => {
  it('shows exact amounts for reported usage', () => {
    const ending = { end: 'complete', charged: 'yes', usage } as const;
    assert.deepEqual(breakdownOf({ cost: costOfReported(usage, 0, published), ending }), {
      rows: [
        ['Input', '400', '$2.00', '$0.00080'],
        ['Cached input', '600', '$0.25', '$0.00015'],
        ['Output', '500', '$8.00', '$0.00400'],
      ],
      total: '$0.00495',
      remarks: ['Tokens reported by the service. Cost calculated with your prices.'],
    });
  });

  const counted = { history: { least: 1_000, most: 1_200 }, messageTokens: 100, outputTokens: 200, missedTokens: 0 };

  it('shows the total of an estimated cost as a range, and explains the range', () => {
    const ending = { end: 'complete', charged: 'yes' } as const;
    const { rows, total, remarks } = breakdownOf({ cost: costOfCounted(counted, 'yes', published), ending });
    assert.deepEqual(rows, [
      ['Input', '≈1,312', '$2.00', '$0.002624'],
      ['Cached input', '≥0', '$0.25', '$0'],
      ['Output', '≈210', '$8.00', '$0.001680'],
    ]);
    assert.equal(total, '≈$0.002050–0.004304');
    assert.deepEqual(remarks, [
      'Estimated, because the service reported no usage.',
      'The range allows for inexact token counts, and for input that may have been cached.',
    ]);
  });

  it('explains the estimate if a reply was interrupted, was perhaps not charged, or has corrected token counts', () => {
    const remarks = (end: 'stopped' | 'incomplete' | 'failed', charged: 'yes' | 'maybe', more: Partial<Reply> = {}) =>
      breakdownOf({
        cost: costOfCounted({ ...counted, missedTokens: inFlightTokens }, charged, published),
        state: end,
        ending: { end, charged },
        ...more,
      }).remarks.join(' ');
    const range =
      'The range allows for inexact token counts, and for input that may have been cached. The upper end includes output that the service may have generated, but that didn’t arrive.';
    assert.equal(
      remarks('stopped', 'yes'),
      `Estimated from the text that was received before you stopped the reply. ${range}`,
    );
    assert.equal(
      remarks('failed', 'yes'),
      `Estimated from the text that was received before the reply was cut off. ${range}`,
    );
    assert.equal(
      remarks('failed', 'maybe', { text: '' }),
      `Estimated from the text that was sent, because no reply was received. ${range} The request may not have been charged at all.`,
    );
    assert.match(
      remarks('incomplete', 'yes', { text: '', reasoning: 'Hm.' }),
      /^Estimated from the text that was received/,
    );
    assert.match(remarks('incomplete', 'maybe'), / The request may not have been charged at all\.$/);
    assert.match(
      remarks('stopped', 'yes', { isCorrected: true }),
      / Token counts are corrected with earlier reports and bills of the service\.$/,
    );
    assert.match(breakdownOf({ cost: costOfCounted(counted, 'maybe', published) }).total, /^≈\$0–0\.004304$/);
  });

  it('explains a usage report without the number of cached tokens, and one that came before the reply’s end', () => {
    const partly = { ...usage, cachedInputTokens: undefined };
    const cost = costOfReported(partly, 600, published);
    const { total, remarks } = breakdownOf({ cost, ending: { end: 'complete', charged: 'yes', usage: partly } });
    assert.equal(total, '≈$0.0049–0.0060');
    assert.deepEqual(remarks, [
      'The service reported the tokens, but not how many of them were cached.',
      'The range is from all input cached to no input cached.',
    ]);
    const early = { ...usage, isPartial: true } as const;
    const partial = breakdownOf({
      cost: costOfPartial(early, 700, 600, published),
      state: 'stopped',
      ending: { end: 'stopped', charged: 'yes', usage: early },
    });
    assert.equal(partial.total, '≈$0.00495–0.00655');
    assert.deepEqual(partial.remarks, [
      'The service reported its tokens before the reply ended. The rest is estimated.',
      'The upper end includes output that the service may have generated, but that didn’t arrive.',
    ]);
    const uncached = { ...early, cachedInputTokens: undefined };
    const { remarks: both } = breakdownOf({
      cost: costOfPartial(uncached, 700, 600, published),
      ending: { end: 'complete', charged: 'yes', usage: uncached },
    });
    assert.equal(both[1], 'The range allows for input that may have been cached.');
  });

  it('says that the cost of a continued reply is the sum of several requests', () => {
    const part = { ...reply, ending: { end: 'complete', charged: 'yes', usage } } as const;
    const exact = { ...part, cost: costOfReported(usage, 0, published) };
    const estimated = {
      ...reply,
      state: 'stopped',
      ending: { end: 'stopped', charged: 'maybe' },
      cost: costOfCounted(counted, 'maybe', published),
    } as const;
    const remarksOf = (...parts: ReplyParts) => costBreakdown(joinParts(parts))?.remarks;
    const estimate = 'The cost is the sum of several requests. At least one of them is estimated.';
    assert.deepEqual(remarksOf(estimated, exact), [estimate]);
    assert.deepEqual(remarksOf(exact, estimated), [estimate]);
    assert.deepEqual(remarksOf(exact, exact), [
      'The cost is the sum of several requests. The service reported the usage of all of them.',
    ]);
    const changed = { ...exact, prices: { ...published, output: published.output + 1 } };
    assert.equal(remarksOf(exact, changed)?.at(-1), 'The prices changed between the requests.');
    const { prices, ...earlier } = exact;
    assert.equal(remarksOf(earlier, exact)?.at(-1), 'The prices of at least one request weren’t saved.');
  });

  it('shows only tokens, the total and a remark if the reply has no prices', () => {
    const { prices, ...earlier } = reply;
    const { rows, total, remarks } = costBreakdown({ ...earlier, cost: costOfReported(usage, 0, published) })!;
    assert.deepEqual(rows[0], { name: 'Input', tokens: '400', price: '', amount: '' });
    assert.deepEqual([total.amount, remarks.at(-1)], ['$0.0050', 'The prices of this request weren’t saved.']);
  });

  it('returns amounts that add up to the highest possible cost, for random usage and prices', () => {
    const price = fc.integer({ min: 0, max: 40_000_000 }).map((steps) => steps / 1_000);
    const tokens = fc.tuple(fc.nat(2e6), fc.nat(2e6), fc.nat(2e6));
    fc.assert(
      fc.property(
        fc.record({ input: price, cachedInput: price, output: price }),
        tokens,
        fc.boolean(),
        (prices, [input, cached, output], isReported) => {
          const cost = isReported
            ? costOfReported(
                { inputTokens: input + cached, cachedInputTokens: cached, outputTokens: output },
                0,
                prices,
              )
            : costOfCounted(
                { history: { least: 0, most: cached }, messageTokens: input, outputTokens: output, missedTokens: 0 },
                'yes',
                prices,
              );
          const { rows, total } = breakdownOf({ cost, prices });
          const nanoDollars = (amount: string) => Math.round(Number(amount.replace(/[≈$,]/g, '')) * 1e9);
          assert.equal(
            rows.reduce((sum, [, , , amount = '']) => sum + nanoDollars(amount), 0),
            cost.high,
          );
          assert.equal(nanoDollars(total.split('–').at(-1)!), cost.high);
        },
      ),
    );
  });

  it('returns undefined if there is no reply, or if the final cost of the reply is not known yet', () => {
    assert.equal(costBreakdown(reply), undefined);
    assert.equal(costBreakdown(undefined), undefined);
    assert.ok(costBreakdown({ ...reply, cost: noCost }));
  });
});
