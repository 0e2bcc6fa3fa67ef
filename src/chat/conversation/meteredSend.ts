import type { ChatEnd, ChatEvent } from '../../api/chatEvent.ts';
import type { ChatRequest } from '../../api/client.ts';
import { NotSentError } from '../../api/errors.ts';
import { redact } from '../../api/redact.ts';
import { createReplyTimes, type ReplyTimes } from '../../api/replyTimes.ts';
import type { RepeatingStreamChat } from '../../api/repeatRequests.ts';
import { WriteDeclinedError } from '../../common/fileStore.ts';
import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';
import type { SpendPermit } from '../../common/spendPermit.ts';
import type { Cost } from '../../meter/cost.ts';
import type { LiveCost } from '../../meter/liveCost.ts';
import type { Meter, RequestToMeter } from '../../meter/meter.ts';
import type { MeteredReply } from '../../meter/replyCost.ts';
import type { RequestToPermit, SpendGuard } from '../../meter/spendGuard.ts';

/**
 * Sends the requests that the service may charge for. No other code sends such requests.
 *
 * To book a request means to record its cost in the ledger. A permit is the spend guard's permission to send one
 * request.
 */
export interface MeteredSend {
  /** Asks the spend guard for a permit. Returns undefined if the request must not be sent. */
  readonly permit: SpendGuard['permit'];
  /**
   * First asks the spend guard for a permit, unless the request already has one, and calls `save`. Then books the
   * request as pending, and asks the spend guard again. Then streams the reply, and books the end. Returns the booked
   * cost. If the guard refuses the booked request, or the API key or the base URL has changed meanwhile, sends nothing,
   * and passes an end `stopped` to `receive`. If one of these checks rejects, sends nothing, and passes an end `failed`
   * with a NotSentError. If a check before a retry refuses or rejects, the request ends with the error of its last
   * attempt. Returns undefined if nothing was saved or sent, because the guard refused, or because `save` returned
   * undefined or rejected with a WriteDeclinedError. If `save` rejects with another error, rejects and sends nothing. If
   * `receive` rejects, books the end as incomplete and rejects.
   */
  send(request: RequestToSend): Promise<MeteredReply | undefined>;
}

export interface RequestToSend extends RequestToPermit {
  /** A permit from an earlier call of `permit`. If present, `send` does not ask the spend guard for another permit. */
  readonly permit?: SpendPermit | undefined;
  /**
   * Writes the files that must be on disk before the request is sent, such as the session with the message. Returns the
   * request, or undefined if it must no longer be sent. Rejects with a WriteDeclinedError if the disk refuses and the user declines to send the message unsaved.
   * Called once, after the spend guard has given a permit.
   */
  readonly save: () => Promise<SavedRequest | undefined>;
}

export interface SavedRequest {
  readonly metered: RequestToMeter;
  readonly chat: Omit<ChatRequest, 'permit'>;
  /** Aborts the request. Even an aborted request is booked. */
  readonly signal: AbortSignal;
  /** Reads the reply to its end. Returns the facts about the end that are needed to book the request. */
  readonly receive: (events: AsyncIterable<ChatEvent>) => Promise<ChatEnd>;
  /** Called with the cost so far, at most twice a second. */
  readonly onCost?: (cost: Cost) => void;
}

export interface MeteredSendDependencies {
  readonly guard: SpendGuard;
  readonly meter: Pick<Meter, 'begin' | 'follow' | 'end'>;
  readonly streamChat: RepeatingStreamChat;
  /**
   * Resolves with false if a request with this API key and base URL must not be sent, for example because the user has
   * removed the key. Called before the request is sent, and before each automatic retry.
   */
  readonly isCurrent: (connection: Pick<ChatRequest, 'apiKey' | 'baseUrl'>) => Promise<boolean>;
  /** Milliseconds since the epoch. Not monotonic, because silence also counts while the computer sleeps. */
  readonly now: () => number;
}

export function createMeteredSend({ guard, meter, streamChat, isCurrent, now }: MeteredSendDependencies): MeteredSend {
  return {
    permit: async (request) => guard.permit(request),
    async send({ save, permit: given, ...toPermit }) {
      const permit = given ?? (await guard.permit(toPermit));
      if (permit === undefined) return undefined;
      const saved = await save().catch((error: unknown) => {
        if (error instanceof WriteDeclinedError) return undefined;
        throw error;
      });
      if (saved === undefined) return undefined;
      const { metered, chat, signal, receive, onCost = () => undefined } = saved;
      await meter.begin(metered, permit);
      const received: ReceivedText = { text: '', reasoning: '', times: createReplyTimes(now) };
      const liveCost = meter.follow(metered, onCost);
      const recheck = { id: metered.id, sessionId: toPermit.sessionId, isAutomatic: toPermit.isAutomatic };
      const maySend = async () => (await guard.stillPermits(permit, recheck)) && isCurrent(chat);
      const mayRetry = async () => maySend().catch(() => false);
      const stream = () => streamChat({ ...chat, permit }, signal, mayRetry);
      const events = meterText(sendIfPermitted(maySend, stream, chat.apiKey), received, liveCost);
      let ended: Pick<ChatEnd, 'end' | 'charged' | 'usage'> = { end: 'incomplete', charged: 'maybe' };
      let booked: MeteredReply;
      try {
        ended = await receive(events);
      } finally {
        const { end, charged, usage } = ended;
        const { times, ...texts } = received;
        booked = await meter.end(metered, { end, charged, usage, ...texts, timing: times.timing() });
      }
      return booked;
    },
  };
}

/**
 * Streams the reply if `maySend` resolves with true. Otherwise, sends nothing, and yields an end `stopped`, or an end
 * `failed` if `maySend` rejects.
 */
async function* sendIfPermitted(
  maySend: () => Promise<boolean>,
  stream: () => AsyncIterable<ChatEvent>,
  apiKey: string,
): AsyncGenerator<ChatEvent, void, void> {
  const checked = await maySend().catch((error: unknown) => notSentError(error, apiKey));
  if (checked === true) yield* stream();
  else {
    const ended = checked === false ? ({ end: 'stopped' } as const) : ({ end: 'failed', error: checked } as const);
    yield { type: 'end', ...ended, charged: 'no', exchange: { bytes: 0, endedAfter: 0 } };
  }
}

function notSentError(cause: unknown, apiKey: string): NotSentError {
  const detail = redact(cause instanceof Error ? cause.message : String(cause), apiKey);
  return new NotSentError('The request was not sent.', { cause, detail });
}

interface ReceivedText extends Record<ReplyPart, string> {
  readonly times: ReplyTimes;
}

/** Yields all events unchanged, and adds their text to `received` and to `liveCost`. */
async function* meterText(
  events: AsyncIterable<ChatEvent>,
  received: ReceivedText,
  liveCost: LiveCost,
): AsyncGenerator<ChatEvent, void, void> {
  try {
    for await (const event of events) {
      received.times.add(event);
      if (event.type === 'text' || event.type === 'reasoning') {
        received[event.type] += event.text;
        liveCost.add(event.type, event.text);
      }
      yield event;
    }
  } finally {
    liveCost.end();
  }
}
