import { setImmediate as otherTasks } from 'node:timers/promises';
import type { Charged } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import type { ChatEnd, ChatEvent } from './chatEvent.ts';
import { redactErrorBody, type ErrorBody } from './errorBody.ts';
import { errorFromStream } from './errors.ts';
import type { ExchangeRecorder } from './exchange.ts';
import { createKeyMask, type KeyMask } from './keyMask.ts';
import type { TransportResponse } from './network/transport.ts';
import { redactWord } from './redact.ts';
import type { ChatStreamPart, ReplyNotice } from './stream/chatStreamPart.ts';
import type { ReadLargePayload } from './stream/largePayload.ts';
import { ReplyDecoder } from './stream/replyDecoder.ts';

/**
 * A longer chunk is decoded in pieces of at most this many bytes. While the worker reads a large payload, a fast server
 * can send many megabytes, which then arrive as one chunk. Decoding such a chunk at once would block the thread.
 */
const maxPieceLength = 128 * 1024;

/**
 * Fewer unreadable bytes after the last usage report are not output, but a line such as `data: [END]`. Then the usage
 * is final.
 */
const leastUnreadOutput = 64;

export interface ReadReplyOptions {
  /** Reads a large payload of the reply. */
  readonly readLarge: ReadLargePayload;
  /**
   * Some servers send neither `[DONE]` nor the end of the body after the finish reason. The reply then ends this long
   * after the last payload. Until then, usage may arrive, and so may other choices, which are also charged.
   */
  readonly graceMilliseconds: number;
}

/**
 * Reads the body of a 2xx response and yields the events of the reply. The last event is `end`. Masks the API key in
 * text and reasoning, because servers may echo the request's headers. Never throws.
 */
export async function* readReply(
  response: TransportResponse,
  exchange: ExchangeRecorder,
  apiKey: string,
  signal: AbortSignal,
  { readLarge, graceMilliseconds }: ReadReplyOptions,
): AsyncGenerator<ChatEvent, void, void> {
  const decoder = new ReplyDecoder(readLarge);
  const summary: ReplySummary = {
    notices: [],
    hasText: false,
    hasTextAfterUsage: false,
    yielded: { text: 0, reasoning: 0 },
    yieldedAtUsage: { text: 0, reasoning: 0 },
    hasBodyEnded: false,
  };
  const masks: KeyMasks = { reasoning: createKeyMask(apiKey), text: createKeyMask(apiKey) };
  const readPiece = createPieceReader(response.body);
  let grace: Grace | undefined;
  // Check the signal before each chunk. An abort closes the socket, but decompressing the bytes that are already
  // buffered could take minutes.
  while (!decoder.isFinished && !signal.aborted) {
    // After an error, such as a broken connection, the reply is complete only if an end mark (`[DONE]`, a finish reason
    // that no text followed, or `done: true`) has arrived. At the end of the body, any finish reason is an end mark.
    const following = readPiece().catch(() => undefined);
    if (decoder.isAtEnd) grace ??= startGrace(graceMilliseconds);
    const next = await (grace === undefined ? following : Promise.race([following, grace.over]));
    if (next?.done === true) summary.hasBodyEnded = !signal.aborted;
    if (next === undefined || next.done === true) break;
    exchange.received(next.value.byteLength);
    const { payloadCount, commentCount, unreadBytes } = decoder;
    const pushed = decoder.push(next.value);
    // Await only a promise. Awaiting an array would delay each event.
    const parts = pushed instanceof Promise ? await pushed : pushed;
    const hasYielded = yield* takeParts(parts, summary, masks, exchange, signal);
    const hasPayload = decoder.payloadCount !== payloadCount;
    const hasUnread = decoder.unreadBytes !== unreadBytes;
    const isEmpty = hasPayload && parts.length === 0 && !hasUnread && decoder.commentCount === commentCount;
    if (!hasYielded || hasUnread) yield { type: 'alive', ...unreadIn(decoder), ...(isEmpty && { isEmpty }) };
    // A comment does not prolong the time.
    if (!hasPayload) continue;
    grace?.cancel();
    grace = undefined;
  }
  grace?.cancel();
  yield* takeParts(await decoder.finish(summary.hasBodyEnded), summary, masks, exchange, signal);
  for (const type of ['reasoning', 'text'] as const) {
    const text = masks[type].finish();
    if (text !== '') yield { type, text };
  }
  yield { type: 'end', ...endOfReply(decoder, summary, apiKey, signal), exchange: exchange.facts() };
}

/** The time that the service has left after the end of its text. */
interface Grace {
  /** Resolves with undefined when the time is over. */
  readonly over: Promise<undefined>;
  readonly cancel: () => void;
}

function startGrace(milliseconds: number): Grace {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), milliseconds).unref();
  return { over: promise, cancel: () => clearTimeout(timer) };
}

/**
 * Returns a function that reads the next bytes of a body, in short pieces. Lets other tasks run between the pieces of a
 * long chunk. The function is not a generator, because each event passes through it, and a generator takes longer.
 */
function createPieceReader(body: AsyncIterable<Uint8Array>): () => Promise<IteratorResult<Uint8Array, unknown>> {
  const chunks = body[Symbol.asyncIterator]();
  let rest: Uint8Array | undefined;
  return async () => {
    if (rest !== undefined) await otherTasks();
    const next: IteratorResult<Uint8Array, unknown> =
      rest === undefined ? await chunks.next() : { value: rest, done: false };
    rest = undefined;
    if (next.done === true || next.value.length <= maxPieceLength) return next;
    rest = next.value.subarray(maxPieceLength);
    return { value: next.value.subarray(0, maxPieceLength), done: false };
  };
}

/** Facts about a reply, collected for its `end` event. */
interface ReplySummary {
  readonly notices: ReplyNotice[];
  /** True if text or reasoning has arrived. */
  hasText: boolean;
  finishReason?: string;
  usage?: Usage;
  /** True if text or reasoning has arrived since the last usage report. */
  hasTextAfterUsage: boolean;
  /** The lengths of the text and of the reasoning that were yielded, in UTF-16 code units. */
  readonly yielded: Record<'text' | 'reasoning', number>;
  /** The value of `yielded` at the last usage report. */
  yieldedAtUsage: Readonly<Record<'text' | 'reasoning', number>>;
  /** True if the whole body has arrived. */
  hasBodyEnded: boolean;
  error?: ErrorBody;
}

type KeyMasks = Readonly<Record<'text' | 'reasoning', KeyMask>>;

/** Collects the facts for the summary and yields the text and the reasoning. Returns true if it yielded anything. */
function* takeParts(
  parts: readonly ChatStreamPart[],
  summary: ReplySummary,
  masks: KeyMasks,
  exchange: ExchangeRecorder,
  signal: AbortSignal,
): Generator<ChatEvent, boolean, void> {
  let hasYielded = false;
  for (const part of parts) {
    switch (part.type) {
      case 'text':
      case 'reasoning': {
        summary.hasText = true;
        summary.hasTextAfterUsage = true;
        exchange.receivedText();
        const text = masks[part.type].push(part.text);
        if (text === '') break;
        hasYielded = true;
        summary.yielded[part.type] += text.length;
        yield { type: part.type, text };
        break;
      }
      case 'usage':
        summary.usage = part.usage;
        summary.hasTextAfterUsage = false;
        summary.yieldedAtUsage = { ...summary.yielded };
        break;
      case 'finishReason':
        summary.finishReason = part.finishReason;
        break;
      case 'notice':
        summary.notices.push(part.notice);
        break;
      case 'error':
        // The worker may still read a large event when the user stops the reply. An error that is found after the stop
        // must not make the stopped reply a failed reply.
        if (!signal.aborted) summary.error = part.error;
        break;
    }
  }
  return hasYielded;
}

function unreadIn({ unreadBytes }: ReplyDecoder): Pick<ChatEnd, 'unreadBytes'> {
  return unreadBytes === 0 ? {} : { unreadBytes };
}

function endOfReply(
  decoder: ReplyDecoder,
  summary: ReplySummary,
  apiKey: string,
  signal: AbortSignal,
): Omit<ChatEnd, 'exchange'> {
  const { error, finishReason, hasBodyEnded, notices, hasText } = summary;
  const isComplete = decoder.isComplete || (hasBodyEnded && finishReason !== undefined);
  const usage = usageAtEnd(decoder, summary, isComplete || error !== undefined);
  // Only text, reasoning, usage or an end mark proves that the service charged the request.
  const charged: Charged = hasText || usage !== undefined || isComplete ? 'yes' : 'maybe';
  const facts = {
    charged,
    finishReason: redactWord(finishReason, apiKey),
    usage,
    ...(notices.length === 0 ? {} : { notices }),
    ...unreadIn(decoder),
  };
  if (error !== undefined) {
    return { end: 'failed', ...facts, error: errorFromStream(redactErrorBody(error, apiKey), hasText) };
  }
  // The service reported no error. With an end mark, the reply is therefore complete, even if the connection broke or
  // the signal aborted after the end mark.
  if (isComplete) return { end: 'complete', ...facts };
  return { end: signal.aborted ? 'stopped' : 'incomplete', ...facts };
}

/** @param isLast true if the service generates no more output after what has arrived */
function usageAtEnd(
  { unreadBytes, unreadAfterUsage }: ReplyDecoder,
  { usage, hasText, hasTextAfterUsage, yieldedAtUsage }: ReplySummary,
  isLast: boolean,
): Usage | undefined {
  // A report of only a piece of the reply is partial already.
  if (usage === undefined || usage.isPartial === true) return usage;
  const hasNoOutput = usage.outputTokens === 0;
  const hasOutput = hasText || unreadBytes >= leastUnreadOutput;
  const hasOutputAfterUsage = hasTextAfterUsage || unreadAfterUsage >= leastUnreadOutput;
  if (isLast && !hasOutputAfterUsage && !(hasOutput && hasNoOutput)) return usage;
  const covered = { ...yieldedAtUsage, unreadBytes: unreadBytes - unreadAfterUsage };
  return { ...usage, isPartial: true, ...(hasNoOutput ? {} : { covered }) };
}
