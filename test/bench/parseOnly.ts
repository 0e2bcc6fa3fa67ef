import { createParser } from 'eventsource-parser';

/** The fields of a chunk that a client must read. */
export interface Chunk {
  readonly choices: readonly [{ readonly delta: { readonly content: string } }];
}

/**
 * Creates a parser that does only what any client must do: decode UTF-8, separate the events and parse their JSON. The
 * parser assumes valid input.
 */
export function createParseOnly(): { readonly push: (bytes: Uint8Array) => void; readonly text: () => string } {
  const utf8 = new TextDecoder();
  let text = '';
  const parser = createParser({
    onEvent({ data }) {
      if (data !== '[DONE]') text += (JSON.parse(data) as Chunk).choices[0].delta.content;
    },
  });
  return { push: (bytes) => parser.feed(utf8.decode(bytes, { stream: true })), text: () => text };
}
