import assert from 'node:assert/strict';
import { axisAmounts } from '../../../../src/webview/spend/barPlot.ts';

describe('axisAmounts', () => {
  const dollars = (...amounts: readonly number[]) => amounts.map((amount) => amount * 1e9);

  it('uses two decimal places, or up to eight if the step between amounts needs more', () => {
    assert.deepEqual(axisAmounts(dollars(0, 0.5, 1, 1.5), 'en'), ['$0', '$0.50', '$1.00', '$1.50']);
    assert.deepEqual(axisAmounts(dollars(0, 0.0025, 0.005), 'en'), ['$0', '$0.0025', '$0.0050']);
    assert.deepEqual(axisAmounts(dollars(0, 0.002), 'en'), ['$0', '$0.0020']);
    assert.deepEqual(axisAmounts([0, 250, 500], 'en'), ['$0', '$0.00000025', '$0.00000050']);
    assert.deepEqual(axisAmounts([0, 10], 'en'), ['$0', '$0.00000001']);
    assert.deepEqual(axisAmounts([0, 125], 'en'), ['$0', '$0.00000013']);
    assert.deepEqual(axisAmounts(dollars(0, 1000), 'en'), ['$0', '$1,000.00']);
    assert.deepEqual(axisAmounts([0], 'en'), ['$0']);
  });

  it('formats amounts for the locale', () => {
    assert.deepEqual(axisAmounts(dollars(0, 0.5), 'de'), ['0\u00a0$', '0,50\u00a0$']);
  });
});
