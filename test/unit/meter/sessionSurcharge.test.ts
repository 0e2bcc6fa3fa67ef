import { strict as assert } from 'node:assert';
import { noCost } from '../../../src/meter/cost.ts';
import { sessionSurchargeOf } from '../../../src/meter/sessionSurcharge.ts';

const costing = (high: number, low = 0) => ({ ...noCost, low, high });
const range = (high: number, low = 0) => ({ low, high });

describe('sessionSurchargeOf', () => {
  it('returns the surcharge if the message costs more than five times as much as in a new session', () => {
    assert.deepEqual(sessionSurchargeOf(costing(7_300_000), costing(300_000)), {
      added: range(7_000_000),
      alone: range(300_000),
    });
    assert.deepEqual(sessionSurchargeOf(costing(5_000_001), costing(1_000_000)), {
      added: range(4_000_001),
      alone: range(1_000_000),
    });
  });

  it('returns ranges, whose low ends are the prices of a cached history and of the message alone', () => {
    assert.deepEqual(sessionSurchargeOf(costing(7_300_000, 1_200_000), costing(300_000, 200_000)), {
      added: range(7_000_000, 1_000_000),
      alone: range(300_000, 200_000),
    });
  });

  it('returns undefined if the message costs at most five times as much as in a new session', () => {
    assert.equal(sessionSurchargeOf(costing(5_000_000), costing(1_000_000)), undefined);
    assert.equal(sessionSurchargeOf(costing(300_000), costing(300_000)), undefined);
  });

  it('ignores output that did not arrive, unless the session is expensive without it', () => {
    const missing = (high: number) => ({ ...costing(17_300_000), withoutMissed: costing(high) });
    assert.equal(sessionSurchargeOf(missing(400_000), costing(300_000)), undefined);
    assert.deepEqual(sessionSurchargeOf(missing(7_300_000), costing(300_000))?.added, range(17_000_000));
  });

  it('returns undefined for a surcharge below a tenth of a cent, whatever the ratio of the prices', () => {
    assert.equal(sessionSurchargeOf(costing(1_000_999), costing(1_000)), undefined);
    assert.deepEqual(sessionSurchargeOf(costing(1_001_000), costing(1_000)), {
      added: range(1_000_000),
      alone: range(1_000),
    });
  });
});
