import assert from 'node:assert/strict';
import { noCost } from '../../../../src/meter/cost.ts';
import { pricesFromDollars } from '../../../../src/meter/prices.ts';
import type { SpendSummary } from '../../../../src/meter/ledger/ledger.ts';
import { defaultFactors, type TokenFactor } from '../../../../src/meter/tokenRatio.ts';
import { spendNotes, tokenNote } from '../../../../src/vscode/spend/spendNotes.ts';
import { published } from '../../meter/published.ts';

const noLimits = { daily: 0, session: 0, confirmAbove: 0 };

describe('spendNotes', () => {
  const notesAfter = (inputTokens: number, outputTokens: number, isReported = true) => {
    const total = { ...noCost, isReported, inputTokens, outputTokens };
    const summary = { today: noCost, session: noCost, total } as SpendSummary;
    return spendNotes(summary, { limits: noLimits, prices: published, trialAccount: 'free' });
  };

  it('tell how many tokens of the trial are used, and that the trial is used up', () => {
    assert.deepEqual(notesAfter(30_000, 19_999), ['Trial: 49,999 of 50,000 tokens used (input plus output tokens).']);
    assert.deepEqual(notesAfter(30_000, 31_000), [
      'Trial: used up. 61,000 of 50,000 tokens used (input plus output tokens).',
    ]);
    assert.deepEqual(notesAfter(1_000, 200, false), [
      'Trial: ≈1,200 of 50,000 tokens used (input plus output tokens).',
    ]);
  });
});

describe('spendNotes about limits', () => {
  const notesWith = (high: number, limit: number, isReported = true) => {
    const spend = { ...noCost, high, isReported };
    const summary = { today: spend, session: spend, total: spend } as SpendSummary;
    const limits = { ...noLimits, daily: limit, session: limit };
    return spendNotes(summary, { limits, prices: published, trialAccount: 'none' });
  };

  it('tell how much of each limit is spent', () => {
    assert.deepEqual(notesWith(0, 5_000_000_000), [
      'Daily limit: $0 of $5.00 spent.',
      'Session limit: $0 of $5.00 spent.',
    ]);
    assert.equal(notesWith(10_000_000, 5_000_000_000, false)[0], 'Daily limit: ≈$0.0100 of $5.00 spent.');
    assert.equal(notesWith(13_900_000, 10_000_000)[0], 'Daily limit: $0.0139 of $0.01 spent.');
  });

  it('round up the spend and do not round the limit, so that not more appears to be left than is', () => {
    assert.equal(notesWith(1_001_000_000, 1_005_000_000)[0], 'Daily limit: $1.01 of $1.005 spent.');
    assert.equal(notesWith(1, 300_001)[0], 'Daily limit: <$0.0001 of $0.000300001 spent.');
  });
});

describe('spendNotes about prices', () => {
  const notesWith = (input: number, cachedInput: number, output: number) => {
    const summary = { today: noCost, session: noCost, total: noCost } as SpendSummary;
    const prices = pricesFromDollars({ input, cachedInput, output });
    return spendNotes(summary, { limits: noLimits, prices, trialAccount: 'none' });
  };

  it('say that all prices are 0', () => {
    assert.deepEqual(notesWith(0, 0, 0), ['The prices in the settings are 0. Costs can’t be estimated.']);
    assert.deepEqual([notesWith(0, 0, 8), notesWith(2, 0, 8), notesWith(0, 0.25, 0)], [[], [], []]);
  });

  it('name the unit of a price that is unusually low or high', () => {
    const unit = 'They are in US dollars per 1,000,000 tokens.';
    const [low, high] = ['low', 'high'].map((each) => [`The prices in the settings are unusually ${each}. ${unit}`]);
    assert.deepEqual(notesWith(0.000_002, 0, 0.000_008), low);
    assert.deepEqual(notesWith(2, 0.25, 0.000_99), low);
    assert.deepEqual(notesWith(0.000_000_001, 0, 0), low);
    assert.deepEqual(notesWith(10_001, 0.25, 8), high);
    assert.deepEqual(notesWith(2, 0.25, 800_000), high);
    assert.deepEqual([notesWith(0.001, 0.000_25, 0.001), notesWith(10_000, 0.25, 10_000)], [[], []]);
  });
});

describe('tokenNote', () => {
  const factor = (typical: number, learned: Partial<TokenFactor> = { followsBill: true }): TokenFactor => ({
    ...defaultFactors.input,
    typical,
    ...learned,
  });

  it('names the corrections with a minus sign, and omits a correction of 0 %', () => {
    const note = 'Token estimates are corrected with your bill.';
    assert.equal(
      tokenNote({ input: factor(1.02), output: factor(0.995) }),
      `${note} The correction is +2% for input and \u22120.5% for output.`,
    );
    assert.equal(
      tokenNote({ input: factor(1.0001), output: factor(0.995) }),
      `${note} The correction is \u22120.5% for output.`,
    );
    assert.equal(
      tokenNote({ input: factor(1.02, { samples: 1 }), output: defaultFactors.output }),
      'Token estimates are corrected with the service’s reports. The correction is +2% for input.',
    );
  });

  it('is undefined if both corrections are 0 %', () => {
    assert.equal(tokenNote({ input: factor(1), output: factor(0.9999) }), undefined);
    assert.equal(tokenNote(defaultFactors), undefined);
  });
});
