import assert from 'node:assert/strict';
import { noCost } from '../../../../src/meter/cost.ts';
import type { SpendSummary } from '../../../../src/meter/ledger/ledger.ts';
import { spendNotes } from '../../../../src/vscode/spend/spendNotes.ts';

describe('spendNotes', () => {
  const notesAfter = (inputTokens: number, outputTokens: number) => {
    const total = { ...noCost, inputTokens, outputTokens };
    const summary = { today: noCost, session: noCost, total } as SpendSummary;
    return spendNotes(summary, { daily: 0, session: 0, confirmAbove: 0 }, 'free');
  };

  it('tell how many tokens of the trial are used, and that the trial is used up', () => {
    assert.deepEqual(notesAfter(30_000, 19_999), ['Trial: 49,999 of 50,000 tokens used (input plus output tokens).']);
    assert.deepEqual(notesAfter(30_000, 31_000), [
      'Trial: used up. 61,000 of 50,000 tokens used (input plus output tokens).',
    ]);
  });
});
