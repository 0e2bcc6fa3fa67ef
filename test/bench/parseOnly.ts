import { createParser } from 'eventsource-parser';

/** As much of a chunk as a client must read. */
export interface Chunk {
  readonly choices: readonly [{ readonly delta: { readonly content: string } }];
}

/** What no client can do without: characters, events, JSON, and one text of them all. It takes nothing but the best. */
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
