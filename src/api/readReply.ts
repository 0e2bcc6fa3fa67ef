import type { Charged } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import { createChatStreamDecoder, type ChatStreamDecoder } from './stream/chatStreamDecoder.ts';
import type { ChatStreamPart, ReplyNotice } from './stream/chatStreamPart.ts';
import type { ChatEnd, ChatEvent } from './chatEvent.ts';
import { redactErrorBody, shownWord, type ErrorBody } from './errorBody.ts';
import { errorFromStream } from './errors.ts';
import type { ExchangeRecorder } from './exchange.ts';
import type { TransportResponse } from './network/transport.ts';

/** Reads the body of an answer with a 2xx status to its end, and says how it ended. Never throws. */
export async function* readReply(
  response: TransportResponse,
  exchange: ExchangeRecorder,
  apiKey: string,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void, void> {
  const decoder = createChatStreamDecoder();
  const summary: ReplySummary = { notices: [], hasText: false, isUsageEarly: false };
  const chunks = response.body[Symbol.asyncIterator]();
  // The transport ends a body that is stopped, but what is still to be decompressed of it could take minutes.
  while (!decoder.isFinished && !signal.aborted) {
    // How the transport ended proves nothing: only the stream's own marker does.
    const next = await chunks.next().catch(() => undefined);
    if (next === undefined || next.done === true) break;
    exchange.received(next.value.byteLength);
    const parts = decoder.push(next.value);
    yield* takeParts(parts, summary, exchange);
    if (!parts.some(hasWords)) yield { type: 'alive' };
  }
  yield* takeParts(decoder.finish(), summary, exchange);
  yield { type: 'end', ...endOfReply(decoder, summary, apiKey, signal), exchange: exchange.facts() };
}

/** What a reply said besides its text. */
interface ReplySummary {
  readonly notices: ReplyNotice[];
  hasText: boolean;
  finishReason?: string;
  usage?: Usage;
  /** It was reported before the last words came. */
  isUsageEarly: boolean;
  error?: ErrorBody;
}

function* takeParts(
  parts: readonly ChatStreamPart[],
  summary: ReplySummary,
  exchange: ExchangeRecorder,
): Generator<ChatEvent, void, void> {
  for (const part of parts) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        summary.hasText = true;
        summary.isUsageEarly = true;
        exchange.receivedText();
        yield part;
        break;
      case 'usage':
        summary.usage = part.usage;
        summary.isUsageEarly = false;
        break;
      case 'finishReason':
        summary.finishReason = part.finishReason;
        break;
      case 'notice':
        summary.notices.push(part.notice);
        break;
      case 'error':
        summary.error = part.error;
        break;
    }
  }
}

function hasWords({ type }: ChatStreamPart): boolean {
  return type === 'text' || type === 'reasoning';
}

function endOfReply(
  { isComplete }: ChatStreamDecoder,
  { error, finishReason, usage: reported, isUsageEarly, notices, hasText }: ReplySummary,
  apiKey: string,
  signal: AbortSignal,
): Omit<ChatEnd, 'exchange'> {
  const isLast = isComplete || error !== undefined;
  const isPartial = !isLast || isUsageEarly || (hasText && reported?.outputTokens === 0);
  const usage: Usage | undefined = reported !== undefined && isPartial ? { ...reported, isPartial } : reported;
  // Without a word of it, and without the service's own count, nobody can say what was charged.
  const charged: Charged = hasText || usage !== undefined || isComplete ? 'yes' : 'maybe';
  const found = { charged, finishReason: shownWord(finishReason, apiKey), usage, ...(notices.length === 0 ? {} : { notices }) };
  if (error !== undefined) {
    return { end: 'failed', ...found, error: errorFromStream(redactErrorBody(error, apiKey), hasText) };
  }
  // A marker outweighs whatever the transport, or the person's stop, did afterwards.
  if (isComplete) return { end: 'complete', ...found };
  return { end: signal.aborted ? 'stopped' : 'incomplete', ...found };
}
