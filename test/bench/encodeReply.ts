/** A reply of so many events with one token each, as OpenAI sends them, and so many of them in each chunk of bytes. */
export function encodeReply(eventCount: number, eventsInChunk: number): readonly Uint8Array[] {
  const utf8 = new TextEncoder();
  const chunks = Array.from({ length: eventCount / eventsInChunk }, (_, chunk) => {
    const events = Array.from({ length: eventsInChunk }, (_, index) =>
      encodeEvent(` token${chunk * eventsInChunk + index}`),
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
