import { strict as assert } from 'node:assert';
import { inFlightTokens } from '../../../src/meter/cost.ts';
import { missedOutput } from '../../../src/meter/missedOutput.ts';

describe('missedOutput', () => {
  it('is the output in flight after a stop within half a second of the last text', () => {
    for (const silentFor of [0, 100, 500]) {
      assert.equal(missedOutput({ silentFor, receivingFor: 10_000 }, 3_000), inFlightTokens);
    }
  });

  it('grows with a silence at the rate of the reply, plus a margin for a service that becomes faster', () => {
    assert.equal(missedOutput({ silentFor: 10_000, receivingFor: 5_000 }, 200), inFlightTokens + 10 * 40 * 1.5);
    assert.equal(missedOutput({ silentFor: 10_000, receivingFor: 5_000 }, 2_000), inFlightTokens + 10 * 400 * 1.5);
  });

  it('assumes 100 tokens per second if too little was received to measure the rate', () => {
    for (const [receivingFor, tokens] of [
      [0, 0],
      [0, 500],
      [999, 500],
      [5_000, 49],
    ] as const) {
      assert.equal(missedOutput({ silentFor: 3_000, receivingFor }, tokens), inFlightTokens + 300);
    }
  });

  it('counts the pauses between short bursts as time of receiving, and assumes at least 100 tokens per second', () => {
    const slow = { silentFor: 250_000, receivingFor: 5_000, burstsOver: 255_000 };
    assert.equal(missedOutput(slow, 6_000), inFlightTokens + 25_000);
    const fast = { silentFor: 250_000, receivingFor: 5_000, burstsOver: 250_000 };
    assert.equal(missedOutput(fast, 50_000), inFlightTokens + 75_000);
  });

  it('is at most a million tokens', () => {
    assert.equal(missedOutput({ silentFor: 600_000, receivingFor: 1_000 }, 20_000), 1_000_000);
  });

  it('counts at most ten minutes of silence', () => {
    const tenMinutes = missedOutput({ silentFor: 600_000, receivingFor: 0 }, 0);
    assert.equal(tenMinutes, inFlightTokens + 60_000);
    assert.equal(missedOutput({ silentFor: 3_600_000, receivingFor: 0 }, 0), tenMinutes);
  });
});
