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
