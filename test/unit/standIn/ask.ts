import type { StandIn } from '../../standIn/standIn.ts';

/** Changes to the request that {@link ask} sends. `headers` adds or replaces single headers. */
export interface RequestOverrides {
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly method?: string;
  readonly path?: string;
}

/** Sends a valid request with `text` as its only message. `overrides` changes parts of this request. */
export async function ask(standIn: StandIn, text: string, overrides: RequestOverrides = {}): Promise<Response> {
  const { sessionId, signal, headers, body, method = 'POST', path = '/chat/completions' } = overrides;
  return fetch(standIn.baseUrl + path, {
    method,
    ...(signal !== undefined && { signal }),
    headers: {
      authorization: `Bearer ${standIn.apiKey}`,
      'content-type': 'application/json',
      ...(sessionId !== undefined && { 'x-session-id': sessionId }),
      ...headers,
    },
    ...(method !== 'GET' && {
      body: body ?? JSON.stringify({ stream: true, messages: [{ role: 'user', content: text }] }),
    }),
  });
}

/** The fields of a chunk that the tests read. */
export interface Chunk {
  readonly object?: string;
  readonly choices: readonly {
    readonly delta: { readonly role?: string; readonly content?: string; readonly reasoning_content?: string };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly prompt_tokens_details: { readonly cached_tokens: number };
  };
}

/** Returns the `data` of each event of a stream as text. */
export function dataOf(stream: string): string[] {
  return stream
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim());
}

/** Returns the parsed chunks of a stream, without `[DONE]`. */
export function chunksOf(stream: string): Chunk[] {
  return dataOf(stream)
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data) as Chunk);
}

/** Returns the text of the reply in a stream, without the reply's reasoning. */
export function textOf(stream: string): string {
  return chunksOf(stream)
    .map(({ choices }) => choices[0]?.delta.content ?? '')
    .join('');
}
