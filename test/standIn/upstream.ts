import { createParser } from 'eventsource-parser';
import type { Message } from './conversation.ts';
import type { Piece } from './tokens.ts';

/** A server, such as Ollama or llama.cpp, that writes the replies. It has OpenAI's chat completions API. */
export interface Upstream {
  /** The base URL, which ends with `/v1`. */
  readonly url: string;
  readonly apiKey?: string;
  readonly model?: string;
}

/** Reports that the upstream server did not answer, answered with an error, or failed during the reply. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly status: number;

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/**
 * Sends the messages to the upstream server. Resolves when the headers of a successful response arrive. Rejects with an
 * UpstreamError if the server cannot be reached or answers with an error. If `signal` is aborted, rejects with the
 * reason of `signal`.
 */
export async function openUpstream(
  { url, apiKey, model }: Upstream,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<UpstreamReply> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ ...(model !== undefined && { model }), stream: true, messages }),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new UpstreamError(502, `The upstream server ${url} could not be reached.`, error);
  });
  if (!response.ok || response.body === null) {
    throw new UpstreamError(response.status, `The upstream server said: ${(await response.text()).slice(0, 500)}`);
  }
  return readReply(response.body, signal);
}

export interface UpstreamReply {
  readonly pieces: AsyncIterable<Piece>;
  /** Returns the finish reason. Must be called after the last piece. */
  readonly finishReason: () => string;
}

function readReply(body: ReadableStream<Uint8Array>, signal: AbortSignal): UpstreamReply {
  let finishReason = 'stop';
  const arrived: Piece[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') return;
      const { error, choices } = JSON.parse(data) as UpstreamChunk;
      if (error !== undefined) throw new Error(`The upstream server said: ${JSON.stringify(error).slice(0, 500)}`);
      const choice = choices?.[0];
      finishReason = choice?.finish_reason ?? finishReason;
      const { content, reasoning_content, reasoning } = choice?.delta ?? {};
      const reasoningText = reasoning_content ?? reasoning;
      if (reasoningText) arrived.push({ text: reasoningText, reasoning: true });
      if (content) arrived.push({ text: content });
    },
  });
  async function* read(): AsyncGenerator<Piece> {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of body) {
        parser.feed(decoder.decode(bytes, { stream: true }));
        yield* arrived.splice(0);
      }
    } catch (error) {
      signal.throwIfAborted();
      throw new UpstreamError(502, 'The upstream server broke its reply off.', error);
    }
  }
  return { pieces: read(), finishReason: () => finishReason };
}

interface UpstreamChunk {
  readonly error?: unknown;
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly reasoning_content?: string | null;
      readonly reasoning?: string | null;
    };
    readonly finish_reason?: string | null;
  }[];
}
