import type { Charged, ReplyEnd } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import { createChatStreamDecoder, type ChatStreamSummary } from './chatStreamDecoder.ts';
import { connectionError } from './connectionError.ts';
import { parseErrorBody, redact, redactErrorBody } from './errorBody.ts';
import { errorFromStatus, StreamError, unreadableReply, type APIError } from './errors.ts';
import { chatCompletionsUrl } from './serviceAddress.ts';
import type { Transport, TransportResponse } from './transport.ts';

export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  /** Ends with `/v1`; checked by parseServiceAddress. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The conversation that the service keeps for us. */
  readonly sessionId: string;
  readonly messages: readonly ChatMessage[];
}

export type ChatEvent =
  /** The connection stands: from now on the request may be charged. */
  | { readonly type: 'connected' }
  /** Text of the reply, at least one character: all that one read from the socket completed. */
  | { readonly type: 'text'; readonly text: string }
  /** Always the last event, and there is always one. */
  | ({ readonly type: 'end' } & ChatEnd);

export interface ChatEnd {
  readonly end: ReplyEnd;
  readonly charged: Charged;
  /** The service's word for why it stopped, such as `stop` or `length`. */
  readonly finishReason?: string | undefined;
  readonly usage?: Usage | undefined;
  /** Present when `end` is `failed`. */
  readonly error?: APIError;
}

/**
 * Sends one request and yields its reply as it arrives. Never throws for anything that a server, a network
 * or the person does: that is the `end` event. Never sends twice. The socket is closed when the signal
 * aborts, when the reply has ended, and when the consumer leaves.
 */
export type StreamChat = (request: ChatRequest, signal: AbortSignal) => AsyncGenerator<ChatEvent, void, void>;

export function createClient(transport: Transport): { readonly streamChat: StreamChat } {
  return { streamChat: (request, signal) => streamChat(transport, request, signal) };
}

async function* streamChat(
  transport: Transport,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void, void> {
  const connection = Promise.withResolvers<'connected'>();
  const left = new AbortController();
  let isConnected = false;
  const pending = transport({
    method: 'POST',
    url: chatCompletionsUrl(request.baseUrl),
    headers: requestHeaders(request),
    body: JSON.stringify({ stream: true, messages: request.messages }),
    signal: AbortSignal.any([signal, left.signal]),
    onConnected: () => {
      isConnected = true;
      connection.resolve('connected');
    },
  });
  try {
    if ((await Promise.race([connection.promise, pending])) === 'connected') yield { type: 'connected' };
    yield* readResponse(await pending, request.apiKey, signal);
  } catch (error) {
    yield { type: 'end', ...endWithoutResponse(error, isConnected, signal, request.apiKey) };
  } finally {
    left.abort();
  }
}

function requestHeaders({ apiKey, sessionId }: ChatRequest): Record<string, string> {
  return {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'accept-encoding': 'identity',
    'x-session-id': sessionId,
  };
}

async function* readResponse(
  response: TransportResponse,
  apiKey: string,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void, void> {
  if (response.status < 200 || response.status >= 300) {
    const error = await readError(response, apiKey);
    const charged = response.status >= 500 || response.status === 408 || response.status === 409 ? 'maybe' : 'no';
    yield { type: 'end', ...(signal.aborted ? { end: 'stopped', charged } : { end: 'failed', charged, error }) };
    return;
  }
  const decoder = createChatStreamDecoder();
  const chunks = response.body[Symbol.asyncIterator]();
  while (!decoder.isFinished) {
    // How the transport ended proves nothing: only the stream's own marker does.
    const next = await chunks.next().catch(() => undefined);
    if (next === undefined || next.done === true) break;
    const text = decoder.push(next.value);
    if (text !== '') yield { type: 'text', text };
  }
  const rest = decoder.finish();
  if (rest !== '') yield { type: 'text', text: rest };
  yield { type: 'end', ...endOfStream(decoder.summary(), apiKey, signal) };
}

function endOfStream(summary: ChatStreamSummary, apiKey: string, signal: AbortSignal): ChatEnd {
  const { finishReason, usage } = summary;
  const found = { charged: 'yes', finishReason, usage } as const;
  if (summary.error !== undefined) {
    const error = new StreamError('The service sent an error in its reply.', redactErrorBody(summary.error, apiKey));
    return { end: 'failed', ...found, error };
  }
  // A marker outweighs whatever the transport, or the person's stop, did afterwards.
  if (summary.isComplete) return { end: 'complete', ...found };
  if (signal.aborted) return { end: 'stopped', ...found };
  if (summary.isUnreadable) {
    return { end: 'failed', ...found, error: new StreamError('The reply could not be read.', { code: unreadableReply }) };
  }
  return { end: 'incomplete', ...found };
}

function endWithoutResponse(error: unknown, isConnected: boolean, signal: AbortSignal, apiKey: string): ChatEnd {
  const charged: Charged = isConnected ? 'maybe' : 'no';
  if (signal.aborted) return { end: 'stopped', charged };
  return { end: 'failed', charged, error: connectionError(error, apiKey) };
}

const maxErrorBodyBytes = 64 * 1024;

async function readError(response: TransportResponse, apiKey: string): Promise<APIError> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const bytes of response.body) {
      parts.push(bytes);
      size += bytes.byteLength;
      if (size >= maxErrorBodyBytes) break;
    }
  } catch {
    // A body that breaks off still leaves the status to report.
  }
  const { detail, code } = parseErrorBody(Buffer.concat(parts).toString('utf8'), apiKey);
  const requestId = [response.headers['x-request-id']].flat()[0];
  return errorFromStatus({
    status: response.status,
    detail,
    code,
    requestId: requestId === undefined ? undefined : redact(requestId, apiKey),
    saysWhenToRetry: response.headers['retry-after'] !== undefined,
  });
}
