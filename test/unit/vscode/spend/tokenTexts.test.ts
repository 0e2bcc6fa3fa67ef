import { strict as assert } from 'node:assert';
import { noCost } from '../../../../src/meter/cost.ts';
import { priceText } from '../../../../src/vscode/spend/tokenTexts.ts';

describe('priceText', () => {
  const costOf = (inputTokens: number, high: number) => ({ ...noCost, isReported: false, inputTokens, high });

  it('returns the estimated tokens and price of a request', () => {
    assert.equal(priceText(costOf(107, 200_000)), '≈107 tokens in · ≈$0–0.0002 + reply');
    assert.equal(priceText(costOf(1, 200_000)), '≈1 token in · ≈$0–0.0002 + reply');
  });

  it('says “at most” if more than a tenth of the tokens are output that did not arrive', () => {
    const most = (without: number) => priceText({ ...costOf(1_000, 2_000_000), withoutMissed: costOf(without, 0) });
    assert.equal(most(899), 'at most 1,000 tokens in · ≈$0–0.0020 + reply');
    assert.equal(most(900), '≈1,000 tokens in · ≈$0–0.0020 + reply');
  });
});
