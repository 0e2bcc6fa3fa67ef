/**
 * Encodes a reply in OpenAI's format, as `eventCount` server-sent events with one word each.
 * Returns byte chunks of `eventsPerChunk` events each, then a chunk with `[DONE]`.
 * `eventCount` must be a multiple of `eventsPerChunk`.
 */
export function encodeReply(eventCount: number, eventsPerChunk: number): readonly Uint8Array[] {
  const utf8 = new TextEncoder();
  const chunks = Array.from({ length: eventCount / eventsPerChunk }, (_, chunk) => {
    const events = Array.from({ length: eventsPerChunk }, (_, index) =>
      encodeEvent(` token${chunk * eventsPerChunk + index}`),
    );
    return utf8.encode(events.join(''));
  });
  return [...chunks, utf8.encode('data: [DONE]\n\n')];
}

function encodeEvent(content: string): string {
  const chunk = {
    id: 'chatcmpl-B9tQkZ8LxQyC4mW1nVdR2uTfHs5Ka',
    object: 'chat.completion.chunk',
    created: 1_741_569_952,
    model: 'gpt-4o-mini-2024-07-18',
    system_fingerprint: 'fp_06737a9306',
    choices: [{ index: 0, delta: { content }, logprobs: null, finish_reason: null }],
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
