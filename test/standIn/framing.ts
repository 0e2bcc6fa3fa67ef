import type { Usage } from './billing.ts';
import type { Piece } from './tokens.ts';

/** The formats of a reply's body. OpenAI's servers send `sse`. */
export const framings = [
  'sse',
  'sse-crlf',
  'sse-tight',
  'sse-comments',
  'sse-no-done',
  'ndjson',
  'document',
  'text',
] as const;
export type Framing = (typeof framings)[number];

/** Formats the parts of one reply as text for the body of the response. */
export interface Framer {
  readonly contentType: string;
  readonly start: () => string;
  readonly piece: (piece: Piece) => string;
  /** Formats an error that ends the reply. */
  readonly error: (body: unknown) => string;
  readonly end: (finishReason: string, usage: Usage | undefined) => string;
}

export function createFramer(framing: Framing, id: string): Framer {
  switch (framing) {
    case 'ndjson':
      return createLineFramer();
    case 'document':
      return createDocumentFramer(id);
    case 'text':
      return {
        contentType: 'text/plain; charset=utf-8',
        start: () => '',
        piece: ({ text }) => text,
        error: (body) => `\n${JSON.stringify(body)}\n`,
        end: () => '',
      };
    case 'sse':
    case 'sse-crlf':
    case 'sse-tight':
    case 'sse-comments':
    case 'sse-no-done':
      return createEventFramer(framing, id);
  }
}

/** Returns the usage with OpenAI's field names. */
function toWireUsage({ prompt, cached, completion }: Usage): object {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

/** The model name in the replies of all framings except `text`. */
const modelName = 'stand-in';

function createEventFramer(framing: Framing, id: string): Framer {
  const newline = framing === 'sse-crlf' ? '\r\n' : '\n';
  const colon = framing === 'sse-tight' ? 'data:' : 'data: ';
  const comment = framing === 'sse-comments' ? `: keep-alive${newline}${newline}` : '';
  const created = nowInSeconds();
  const event = (data: string): string => `${comment}${colon}${data}${newline}${newline}`;
  const chunk = (choices: readonly object[], usage?: object): string =>
    event(
      JSON.stringify({
        id,
        object: 'chat.completion.chunk',
        created,
        model: modelName,
        choices,
        ...(usage && { usage }),
      }),
    );
  const delta = (content: object): string => chunk([{ index: 0, delta: content, finish_reason: null }]);
  return {
    contentType: 'text/event-stream; charset=utf-8',
    start: () => delta({ role: 'assistant', content: '' }),
    piece: ({ text, reasoning }) => delta(reasoning === true ? { reasoning_content: text } : { content: text }),
    error: (body) => `event: error${newline}${colon}${JSON.stringify(body)}${newline}${newline}`,
    end: (finishReason, usage) =>
      chunk([{ index: 0, delta: {}, finish_reason: finishReason }]) +
      (usage === undefined ? '' : chunk([], toWireUsage(usage))) +
      (framing === 'sse-no-done' ? '' : event('[DONE]')),
  };
}

/** Creates a framer that formats each part as one line of JSON, like Ollama's native API. */
function createLineFramer(): Framer {
  const line = (fields: object): string =>
    `${JSON.stringify({ model: modelName, created_at: new Date().toISOString(), ...fields })}\n`;
  const message = (content: string, thinking?: string): object => ({
    role: 'assistant',
    content,
    ...(thinking !== undefined && { thinking }),
  });
  return {
    contentType: 'application/x-ndjson',
    start: () => '',
    piece: ({ text, reasoning }) =>
      line({ message: reasoning === true ? message('', text) : message(text), done: false }),
    error: (body) => `${JSON.stringify(body)}\n`,
    end: (finishReason, usage) =>
      line({
        message: message(''),
        done: true,
        done_reason: finishReason,
        ...(usage && { prompt_eval_count: usage.prompt, eval_count: usage.completion }),
      }),
  };
}

/** Creates a framer that collects the reply, and formats it at the end as one JSON object of type `chat.completion`. */
function createDocumentFramer(id: string): Framer {
  let content = '';
  let reasoningContent = '';
  return {
    contentType: 'application/json',
    start: () => '',
    piece: ({ text, reasoning }) => {
      if (reasoning === true) reasoningContent += text;
      else content += text;
      return '';
    },
    error: (body) => JSON.stringify(body),
    end: (finishReason, usage) =>
      JSON.stringify({
        id,
        object: 'chat.completion',
        created: nowInSeconds(),
        model: modelName,
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content,
              ...(reasoningContent !== '' && { reasoning_content: reasoningContent }),
            },
            finish_reason: finishReason,
          },
        ],
        ...(usage && { usage: toWireUsage(usage) }),
      }),
  };
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
