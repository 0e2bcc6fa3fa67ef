import type { Charged } from '../common/replyEnd.ts';
import type { SpendPermit } from '../common/spendPermit.ts';
import type { ChatEnd, ChatEvent } from './chatEvent.ts';
import { InternalServerError } from './errors.ts';
import { createExchangeRecorder, type ExchangeRecorder } from './exchange.ts';
import { errorFromTransport } from './network/errorFromTransport.ts';
import type { Transport } from './network/transport.ts';
import { readErrorAnswer } from './readErrorAnswer.ts';
import { readReply, type ReadReplyOptions } from './readReply.ts';
import { chatCompletionsUrl } from './serviceAddress.ts';
import { digestLargePayload } from './stream/largePayload.ts';

export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  /** The service's base URL. Ends with `/v1`; see parseServiceAddress. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /**
   * The id under which the service stores the conversation, in conversation mode `session`. Undefined in conversation
   * mode `messages`. In that mode, each request repeats the earlier messages in its field `messages`.
   */
  readonly sessionId: string | undefined;
  readonly messages: readonly ChatMessage[];
  /** More fields for the request body. A `stream` or `messages` field in `extraBody` is ignored. */
  readonly extraBody: Readonly<Record<string, unknown>>;
  /**
   * Proof that the spend guard, which enforces the spend limits, allowed the request. The permit is not sent to the
   * service.
   */
  readonly permit: SpendPermit;
}

/**
 * Sends a request and yields the events of its reply as they arrive. The `streamChat` of createClient sends the request
 * at most once. The function that repeatRequests returns may send the request again.
 *
 * If the server or the network fails, or if the signal aborts, the iteration does not throw. Instead, the `end` event
 * reports the outcome. When the signal aborts or the iteration ends, a request in progress is aborted, and the socket
 * of our own connection (see NetworkSettings) is closed.
 */
export type StreamChat = (request: ChatRequest, signal: AbortSignal) => AsyncGenerator<ChatEvent, void, void>;

export interface ClientOptions extends ReadReplyOptions {
  /** The maximum time for reading the body of an error response. The time starts when the headers have arrived. */
  readonly errorBodyMilliseconds: number;
}

/** The defaults. Large payloads are read on the calling thread. */
const defaultOptions: ClientOptions = {
  errorBodyMilliseconds: 5_000,
  readLarge: async (payload) => Promise.resolve(digestLargePayload(payload)),
  graceMilliseconds: 10_000,
};

export function createClient(
  transport: Transport,
  changes: Partial<ClientOptions> = {},
): { readonly streamChat: StreamChat } {
  const options = { ...defaultOptions, ...changes };
  return { streamChat: (request, signal) => streamChat(transport, options, request, signal) };
}

async function* streamChat(
  transport: Transport,
  options: ClientOptions,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void, void> {
  const exchange = createExchangeRecorder();
  const sending = Promise.withResolvers<'sending'>();
  const connection = Promise.withResolvers<'connected'>();
  const consumerGone = new AbortController();
  const { body, ...parts } = toHttpRequest(request);
  const pending = transport({
    ...parts,
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, consumerGone.signal]),
    onSending: () => sending.resolve('sending'),
    onConnected: () => {
      exchange.connected();
      connection.resolve('connected');
    },
  });
  try {
    const connected = Promise.race([connection.promise, pending]);
    if ((await Promise.race([sending.promise, connected])) === 'sending') yield { type: 'sending' };
    if ((await connected) === 'connected') yield { type: 'connected' };
    const response = await pending;
    exchange.responded(response, request.apiKey);
    yield { type: 'alive' };
    if (response.status >= 200 && response.status < 300) {
      yield* readReply(response, exchange, request.apiKey, signal, options);
      return;
    }
    const error = await readErrorAnswer(
      response,
      { url: parts.url, apiKey: request.apiKey },
      exchange,
      options.errorBodyMilliseconds,
    );
    const charged = error instanceof InternalServerError ? 'maybe' : 'no';
    const ended = signal.aborted
      ? ({ end: 'stopped', charged } as const)
      : ({ end: 'failed', charged, error } as const);
    yield { type: 'end', ...ended, exchange: exchange.facts() };
  } catch (error) {
    yield { type: 'end', ...endWithoutResponse(error, exchange, signal, request.apiKey), exchange: exchange.facts() };
  } finally {
    consumerGone.abort();
  }
}

interface HttpRequest {
  readonly method: 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The body before it is formatted as JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Returns the parts of the HTTP request that `streamChat` sends. */
export function toHttpRequest(request: Omit<ChatRequest, 'permit'>): HttpRequest {
  return {
    method: 'POST',
    url: chatCompletionsUrl(request.baseUrl),
    headers: requestHeaders(request),
    body: { ...request.extraBody, stream: true, messages: request.messages },
  };
}

function requestHeaders({ apiKey, sessionId }: Pick<ChatRequest, 'apiKey' | 'sessionId'>): Record<string, string> {
  return {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'accept-encoding': 'identity',
    ...(sessionId === undefined ? {} : { 'x-session-id': sessionId }),
  };
}

function endWithoutResponse(
  error: unknown,
  exchange: ExchangeRecorder,
  signal: AbortSignal,
  apiKey: string,
): Omit<ChatEnd, 'exchange'> {
  const charged: Charged = exchange.isConnected() ? 'maybe' : 'no';
  if (signal.aborted) return { end: 'stopped', charged };
  return { end: 'failed', charged, error: errorFromTransport(error, apiKey) };
}
