import type { ChatEnd, ChatEvent } from '../../api/chatEvent.ts';
import type { ChatRequest } from '../../api/client.ts';
import { NotSentError, type NotSentCode } from '../../api/errors.ts';
import { redact } from '../../api/redact.ts';
import { createReplyTimes, type ReplyTimes } from '../../api/replyTimes.ts';
import type { RepeatingStreamChat } from '../../api/repeatRequests.ts';
import { WriteDeclinedError } from '../../common/fileStore.ts';
import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';
import type { SpendPermit } from '../../common/spendPermit.ts';
import { noCost, type Cost } from '../../meter/cost.ts';
import type { LiveCost } from '../../meter/liveCost.ts';
import type { Meter, RequestToMeter } from '../../meter/meter.ts';
import type { MeteredReply } from '../../meter/replyCost.ts';
import type { RequestToPermit, SpendGuard, SpendRefusal } from '../../meter/spendGuard.ts';

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
   * cost. If the guard refuses the booked request, or the API key or the base URL has changed meanwhile, or one of
   * these checks rejects, sends nothing, and passes an end `failed` with a NotSentError to `receive`. The checks before
   * a retry do the same. Before a retry that the user did not start, the guard asks nothing. Returns undefined if
   * nothing was saved or sent, because the guard refused, or because `save` returned undefined or rejected with a
   * WriteDeclinedError. If `save` rejects with another error, rejects and sends nothing. If `receive` rejects, books
   * the end as incomplete and rejects.
   */
  send(request: RequestToSend): Promise<MeteredReply | undefined>;
}

export interface RequestToSend extends RequestToPermit {
  /** A permit from an earlier call of `permit`. If present, `send` does not ask the spend guard for another permit. */
  readonly permit?: SpendPermit | undefined;
  /**
   * Writes the files that must be on disk before the request is sent, such as the session with the message. Returns the
   * request, or undefined if it must no longer be sent. Rejects with a WriteDeclinedError if the disk refuses and the
   * user declines to send the message unsaved. Called once, after the spend guard has given a permit.
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
  /** Called with the cost so far, at most three times a second; see `follow` of Meter. */
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

const refusalCodes: Readonly<Record<SpendRefusal, NotSentCode>> = {
  daily: 'daily_limit',
  session: 'session_limit',
  confirmAbove: 'message_limit',
  unknown: 'unknown_amount',
};

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
      const received: ReceivedText = { text: '', reasoning: '', unreadBytes: undefined, times: createReplyTimes(now) };
      const soFar = () => ({ timing: received.times.timing(), unreadBytes: received.unreadBytes });
      const follow = () => meter.follow(metered, soFar, onCost);
      const refuse = async (retry?: 'automaticRetry' | 'userRetry'): Promise<NotSentError | undefined> => {
        try {
          const refusal = await guard.recheck(permit, {
            id: metered.id,
            sessionId: toPermit.sessionId,
            // The user can start only a retry in the session that is shown.
            isAutomatic: toPermit.isAutomatic && retry !== 'userRetry',
            isAutomaticRetry: retry === 'automaticRetry',
          });
          if (refusal !== undefined) return refusedError(refusalCodes[refusal]);
          return (await isCurrent(chat)) ? undefined : refusedError('connection_changed');
        } catch (error) {
          return failedCheckError(error, chat.apiKey);
        }
      };
      const refuseRetry = async (isByUser: boolean) => refuse(isByUser ? 'userRetry' : 'automaticRetry');
      const stream = () => streamChat({ ...chat, permit }, signal, refuseRetry);
      const events = meterText(sendUnlessRefused(refuse, stream), received, follow, onCost);
      let ended: Pick<ChatEnd, 'end' | 'charged' | 'usage' | 'unreadBytes'> | undefined;
      let booked: MeteredReply;
      try {
        ended = await receive(events);
      } finally {
        const { text, reasoning } = received;
        const { timing, unreadBytes: unreadSoFar } = soFar();
        const facts = ended ?? { end: 'incomplete', charged: 'maybe', usage: undefined, unreadBytes: unreadSoFar };
        const { end, charged, usage, unreadBytes } = facts;
        booked = await meter.end(metered, { end, charged, usage, unreadBytes, text, reasoning, timing });
      }
      return booked;
    },
  };
}

/** Streams the reply, or only yields an end `failed` if `refuse` resolves with an error. */
async function* sendUnlessRefused(
  refuse: () => Promise<NotSentError | undefined>,
  stream: () => AsyncIterable<ChatEvent>,
): AsyncGenerator<ChatEvent, void, void> {
  const error = await refuse();
  if (error === undefined) yield* stream();
  else yield { type: 'end', end: 'failed', error, charged: 'no', exchange: { bytes: 0, endedAfter: 0 } };
}

function refusedError(code: NotSentCode): NotSentError {
  return new NotSentError('The request was not sent.', { code });
}

function failedCheckError(cause: unknown, apiKey: string): NotSentError {
  const detail = redact(cause instanceof Error ? cause.message : String(cause), apiKey);
  return new NotSentError('The request was not sent.', { cause, detail });
}

interface ReceivedText extends Record<ReplyPart, string> {
  /** See the event `alive`. */
  unreadBytes: number | undefined;
  readonly times: ReplyTimes;
}

/**
 * Yields all events unchanged, and adds their text to `received` and to the LiveCost that `follow` creates. Calls
 * `follow` at the first event of an attempt, because until then nothing is charged. Before a retry, calls `onCost` with a
 * cost of 0, because the failed attempt was not charged.
 */
async function* meterText(
  events: AsyncIterable<ChatEvent>,
  received: ReceivedText,
  follow: () => LiveCost,
  onCost: (cost: Cost) => void,
): AsyncGenerator<ChatEvent, void, void> {
  let liveCost: LiveCost | undefined;
  try {
    for await (const event of events) {
      received.times.add(event);
      if (event.type === 'repeating') {
        liveCost?.end();
        liveCost = undefined;
        onCost(noCost);
      } else if (event.type !== 'connecting') {
        liveCost ??= follow();
        if (event.type === 'text' || event.type === 'reasoning') {
          received[event.type] += event.text;
          liveCost.add(event.type, event.text);
        } else if (event.type === 'alive' && event.unreadBytes !== received.unreadBytes) {
          received.unreadBytes = event.unreadBytes;
          liveCost.refresh();
        }
      }
      yield event;
    }
  } finally {
    liveCost?.end();
  }
}
