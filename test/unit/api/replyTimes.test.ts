import { strict as assert } from 'node:assert';
import type { ChatEvent } from '../../../src/api/chatEvent.ts';
import { createReplyTimes } from '../../../src/api/replyTimes.ts';
import { RateLimitError } from '../../../src/api/errors.ts';

describe('createReplyTimes', () => {
  const end: ChatEvent = { type: 'end', end: 'stopped', charged: 'yes', exchange: { bytes: 0, endedAfter: 0 } };
  const text: ChatEvent = { type: 'text', text: 'One' };
  const reasoning: ChatEvent = { type: 'reasoning', text: 'One' };
  const alive: ChatEvent = { type: 'alive' };
  const connected: ChatEvent = { type: 'connected' };
  const timingOf = (events: readonly (readonly [at: number, event: ChatEvent])[], readAt = 0) => {
    let time = 0;
    const times = createReplyTimes(() => time);
    for (const [at, event] of events) {
      time = at;
      times.add(event);
    }
    time = readAt;
    return times.timing();
  };

  it('measures from the first to the last text, and from the last text to the end', () => {
    const timing = timingOf(
      [
        [100, connected],
        [400, reasoning],
        [500, text],
        [900, text],
        [2_000, end],
      ],
      9_000,
    );
    assert.deepEqual(timing, { receivingFor: 500, silentFor: 1_100 });
  });

  it('does not count keep-alive comments as text', () => {
    const timing = timingOf([
      [100, connected],
      [400, text],
      [1_400, alive],
      [2_400, alive],
      [2_400, end],
    ]);
    assert.deepEqual(timing, { receivingFor: 0, silentFor: 2_000 });
  });

  it('measures the silence from the first event of the last attempt if no text arrived', () => {
    const attempt = { type: 'connecting' } as const;
    const wait = { type: 'repeating', error: new RateLimitError('', {}), at: 0, sendNow: () => undefined } as const;
    assert.equal(
      timingOf([
        [100, connected],
        [3_100, end],
      ]).silentFor,
      3_000,
    );
    assert.equal(
      timingOf([
        [100, connected],
        [200, wait],
        [9_000, attempt],
        [9_500, connected],
        [9_900, end],
      ]).silentFor,
      400,
    );
    assert.equal(timingOf([[9_900, end]]).silentFor, 0);
  });

  it('counts long pauses before and within the text as silence, but not as time of receiving', () => {
    assert.deepEqual(
      timingOf([
        [0, connected],
        [5_000, reasoning],
        [6_000, text],
        [10_000, text],
        [11_900, text],
        [12_900, end],
      ]),
      { receivingFor: 2_900, silentFor: 10_000 },
    );
  });

  it('measures the time of many short bursts with their pauses', () => {
    const bursts = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => [3_000 * index, 3_000 * index + length])
        .flat()
        .map((at) => [at, text] as const);
    const pauses = (count: number, length: number) => count * (3_000 - length);
    assert.deepEqual(timingOf(bursts(6, 400), 15_400), {
      receivingFor: 2_400,
      silentFor: pauses(5, 400),
      burstsOver: 15_400,
    });
    assert.equal(timingOf(bursts(5, 400), 12_400).burstsOver, undefined);
    assert.equal(timingOf(bursts(6, 600), 15_600).burstsOver, undefined);
  });

  it('measures until now if the events ended early', () => {
    assert.equal(timingOf([[100, text]], 700).silentFor, 600);
  });

  it('never returns a negative time if the clock is set back', () => {
    assert.deepEqual(
      timingOf([
        [900, text],
        [500, text],
        [300, end],
      ]),
      { receivingFor: 0, silentFor: 0 },
    );
  });
});
