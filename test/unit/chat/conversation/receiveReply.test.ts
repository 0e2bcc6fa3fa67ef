import { strict as assert } from 'node:assert';
import { EventEmitter, once } from 'node:events';
import { mock } from 'node:test';
import type { ChatEnd, ChatEvent } from '../../../../src/api/chatEvent.ts';
import { APIConnectionError, APIError, type APIErrorFields } from '../../../../src/api/errors.ts';
import { crashEnding, endError, receiveReply, toReplyEnding } from '../../../../src/chat/conversation/receiveReply.ts';

describe('receiveReply', () => {
  afterEach(() => mock.timers.reset());

  const receive = (events: AsyncIterable<ChatEvent>, timeout = 0) => {
    const log: string[] = [];
    const progressEvents = new EventEmitter();
    const receiving = receiveReply(events, {
      firstByteTimeout: timeout,
      idleTimeout: timeout,
      now: Date.now,
      save: async (part, text) => Promise.resolve(void log.push(`saved ${part}: ${text}`)),
      onProgress: (state, progress) => {
        log.push(progress?.kind ?? state);
        progressEvents.emit(progress?.kind ?? state);
      },
      onText: (part, text) => log.push(`${part}: ${text}`),
    });
    return { ...receiving, log, progressEvents };
  };

  it('saves all text before `ended` resolves with the end of the reply', async () => {
    const end: ChatEnd = { end: 'complete', charged: 'yes', exchange: { bytes: 9, endedAfter: 1 } };
    async function* events(): AsyncGenerator<ChatEvent> {
      await Promise.resolve();
      yield { type: 'connected' };
      yield { type: 'reasoning', text: 'Hm' };
      yield { type: 'text', text: 'One' };
      yield { type: 'text', text: ' two' };
      yield { type: 'end', ...end };
    }
    const { ended, log } = receive(events());
    assert.deepEqual(await ended, { type: 'end', ...end });
    const expected = ['connecting', 'waiting', 'streaming', 'reasoning: Hm', 'text: One', 'text:  two'];
    assert.deepEqual(log, [...expected, 'saved reasoning: Hm', 'saved text: One two']);
  });

  it('saves the text and ends as incomplete when the events stop without an `end` event', async () => {
    async function* events(): AsyncGenerator<ChatEvent> {
      yield await Promise.resolve({ type: 'text' as const, text: 'Half' });
    }
    const { ended, log } = receive(events());
    assert.deepEqual(await ended, { end: 'incomplete', charged: 'yes', exchange: { bytes: 0, endedAfter: 0 } });
    assert.equal(log.at(-1), 'saved text: Half');
  });

  it('saves the text when the events throw', async () => {
    async function* events(): AsyncGenerator<ChatEvent> {
      yield await Promise.resolve({ type: 'text' as const, text: 'Half' });
      throw new Error('Reader failed');
    }
    const { ended, log } = receive(events());
    await assert.rejects(ended, /Reader failed/);
    assert.equal(log.at(-1), 'saved text: Half');
  });

  it('does not report `quiet` during the wait before a retry', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const ending = Promise.withResolvers<undefined>();
    async function* events(): AsyncGenerator<ChatEvent> {
      yield { type: 'connected' };
      yield { type: 'repeating', error: new APIConnectionError('Refused'), at: 9_000, sendNow: () => undefined };
      await ending.promise;
    }
    const { ended, log, progressEvents } = receive(events(), 1_000);
    await once(progressEvents, 'repeating');
    mock.timers.tick(5_000);
    assert.deepEqual(log, ['connecting', 'waiting', 'repeating']);
    ending.resolve(undefined);
    await ended;
  });

  it('reports `quiet` if no byte arrives after the event `sending`, and again after `keepWaiting`', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const ending = Promise.withResolvers<undefined>();
    const sending = Promise.withResolvers<undefined>();
    async function* events(): AsyncGenerator<ChatEvent> {
      yield { type: 'sending' };
      sending.resolve(undefined);
      await ending.promise;
      yield { type: 'connected' };
    }
    const { ended, keepWaiting, log } = receive(events(), 1_000);
    await sending.promise;
    mock.timers.tick(1_000);
    keepWaiting();
    mock.timers.tick(1_000);
    ending.resolve(undefined);
    await ended;
    assert.deepEqual(log, ['connecting', 'quiet', 'waiting', 'quiet', 'waiting']);
  });

  it('ignores `keepWaiting` while the reply streams', async () => {
    const ending = Promise.withResolvers<undefined>();
    async function* events(): AsyncGenerator<ChatEvent> {
      yield { type: 'text', text: 'One' };
      await ending.promise;
    }
    const { ended, keepWaiting, log, progressEvents } = receive(events());
    await once(progressEvents, 'streaming');
    keepWaiting();
    ending.resolve(undefined);
    await ended;
    assert.deepEqual(log, ['connecting', 'streaming', 'text: One', 'saved text: One']);
  });

  it('on `sendNow`, ends the wait before a retry, and afterwards ignores `sendNow` and `keepWaiting`', async () => {
    const retried = Promise.withResolvers<undefined>();
    const ending = Promise.withResolvers<undefined>();
    let skipped = 0;
    async function* events(): AsyncGenerator<ChatEvent> {
      const sendNow = () => {
        skipped += 1;
        retried.resolve(undefined);
      };
      yield { type: 'repeating', error: new APIConnectionError('Refused'), at: 1, sendNow };
      await retried.promise;
      yield { type: 'connecting' };
      await ending.promise;
    }
    const receiving = receive(events());
    await once(receiving.progressEvents, 'repeating');
    const connecting = once(receiving.progressEvents, 'connecting');
    receiving.sendNow();
    await connecting;
    receiving.sendNow();
    receiving.keepWaiting();
    assert.deepEqual([skipped, receiving.log], [1, ['connecting', 'repeating', 'connecting']]);
    ending.resolve(undefined);
    await receiving.ended;
  });
});

describe('toReplyEnding', () => {
  const ended: ChatEnd = {
    end: 'complete',
    charged: 'yes',
    finishReason: 'stop',
    exchange: { bytes: 0, endedAfter: 0 },
  };

  it('rounds `elapsed` and `textAfter` to whole milliseconds', () => {
    const exchange = { bytes: 1, endedAfter: 1_234.6, textAfter: 99.4 };
    const { elapsed, textAfter } = toReplyEnding({ ...ended, exchange }, 0);
    assert.deepEqual([elapsed, textAfter], [1_235, 99]);
  });

  it('omits unknown times, and omits the error and the notices if there are none', () => {
    assert.deepEqual(Object.keys(toReplyEnding(ended, 0)), ['end', 'charged', 'finishReason', 'usage']);
  });

  it('keeps `textAfter` if the time to the first text is zero', () => {
    const { textAfter } = toReplyEnding({ ...ended, exchange: { bytes: 1, endedAfter: 5, textAfter: 0 } }, 0);
    assert.equal(textAfter, 0);
  });

  it('keeps the notices, and the error with the time until the failure', () => {
    const error = new APIConnectionError('Refused', { code: 'ECONNREFUSED' });
    const ending = toReplyEnding(
      {
        ...ended,
        end: 'failed',
        charged: 'no',
        notices: ['refusal'],
        error,
        exchange: { bytes: 0, endedAfter: 7 },
      },
      0,
    );
    assert.deepEqual(ending.notices, ['refusal']);
    assert.deepEqual(
      [ending.error?.name, ending.error?.code, ending.error?.elapsed, ending.error?.mayBeCharged],
      ['APIConnectionError', 'ECONNREFUSED', 7, false],
    );
  });
});

describe('endError', () => {
  it('returns the time before which the service wants no other request', () => {
    const exchange = { bytes: 0, endedAfter: 7 };
    const retryAt = (fields: APIErrorFields) =>
      endError({ end: 'failed', charged: 'no', error: new APIError('Busy', fields), exchange }, 1_000)?.retryAt;
    assert.deepEqual([retryAt({ retryAfter: 20_000 }), retryAt({})], [21_000, undefined]);
  });
});

describe('crashEnding', () => {
  it('contains no times, and `charged` is `maybe` if neither text nor reasoning has arrived, otherwise `yes`', () => {
    for (const [text, reasoning, charged] of [
      ['', '', 'maybe'],
      ['Text', '', 'yes'],
      ['', 'Thought', 'yes'],
    ] as const) {
      const expected = { end: 'incomplete', charged, finishReason: undefined, usage: undefined, isInterrupted: true };
      assert.deepEqual(crashEnding({ text, reasoning }), expected);
    }
  });
});
