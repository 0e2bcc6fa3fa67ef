import assert from 'node:assert/strict';
import { noCost } from '../../../../src/meter/cost.ts';
import type { SpendSummary } from '../../../../src/meter/ledger/ledger.ts';
import { defaultFactors, type TokenFactor } from '../../../../src/meter/tokenRatio.ts';
import { spendNotes, tokenNote } from '../../../../src/vscode/spend/spendNotes.ts';

describe('spendNotes', () => {
  const notesAfter = (inputTokens: number, outputTokens: number, isReported = true) => {
    const total = { ...noCost, isReported, inputTokens, outputTokens };
    const summary = { today: noCost, session: noCost, total } as SpendSummary;
    return spendNotes(summary, { daily: 0, session: 0, confirmAbove: 0 }, 'free');
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
    return spendNotes(summary, { daily: limit, session: limit, confirmAbove: 0 }, 'none');
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

describe('tokenNote', () => {
  const factor = (typical: number, learned: Partial<TokenFactor> = { followsBill: true }): TokenFactor => ({
    ...defaultFactors.input,
    typical,
    ...learned,
  });

  it('names the corrections with a minus sign, and omits a correction of 0 %', () => {
    const note = 'Token estimates are corrected with your bill:';
    assert.equal(
      tokenNote({ input: factor(1.02), output: factor(0.995) }),
      `${note} +2% for input, \u22120.5% for output.`,
    );
    assert.equal(tokenNote({ input: factor(1.0001), output: factor(0.995) }), `${note} \u22120.5% for output.`);
    assert.equal(
      tokenNote({ input: factor(1.02, { samples: 1 }), output: defaultFactors.output }),
      'Token estimates are corrected with the service’s reports: +2% for input.',
    );
  });

  it('is undefined if both corrections are 0 %', () => {
    assert.equal(tokenNote({ input: factor(1), output: factor(0.9999) }), undefined);
    assert.equal(tokenNote(defaultFactors), undefined);
  });
});
