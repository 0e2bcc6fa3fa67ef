/** A reply whose body is unusually expensive to read. */
export interface LargeReply {
  readonly name: string;
  readonly body: Uint8Array;
  /**
   * The JSON values of the body. The benchmark compares the time to read the body with the time to parse these values.
   * For a truncated body, the complete value. For a body of useless payloads, comments, blank lines or very short
   * lines, a JSON string that contains the text of the body.
   */
  readonly values: readonly string[];
}

const megabyte = 1024 * 1024;

/** Payloads and lines that are not part of a reply. More than 700,000 copies of each fit into 15 MB. */
const uselessPayloads = [
  ...['data:1\n\n', 'data:\n\n', 'data:{\n\n', 'data:\0\n\n', 'data:[]\n\n', 'data:{"type":"ping"}\n\n'],
  ...['event:a\ndata:1\n\n', ':\n\n', 'a\n\n', 'error:{\n\n', '1\n', '{}\n', '{}\r'],
];
/** Lines of an event stream that give no text: one after another, in events of one line, and in events of many lines. */
const fieldLines = [
  ...['id:1\n', 'event:a\n', 'retry:1\n', 'retry:a\n', ': a\n', 'data:\n', 'data:1\n'],
  ...['id\n\n', 'id:1\n\n', 'id:1\r\n\r\n', 'event: a\n\n', 'retry: 1000\n\n', 'retry:a\n\n', ': a\n\n'],
  ...['id:1\n', 'event:a\n', 'retry:1\n', ': a\n', 'data:\n', 'data:1\n'].flatMap((line) =>
    [10_000, 100_000].map((count) => `${line.repeat(count)}\n`),
  ),
];
const blankLines = ['\n', '\r', '\r\n', '\r\n\n'];

/** Yields replies of 10 to 15 MB. */
export function* largeReplies(): Generator<LargeReply, void, void> {
  yield* otherReplies();
  for (const text of [...uselessPayloads, ...fieldLines, ...blankLines]) yield repeated(text);
  const answer = chunk('"a"');
  const reasoning = answer.replace('content', 'reasoning');
  yield repeated(`data: ${answer}\n\ndata: ${reasoning}\n\n`, [answer, reasoning]);
  const parts = chunk(`[${repeat('"a",', 4_000)}"a"]`);
  yield repeated(`data: ${parts}\n\n`, [parts]);
  const lines = ['data:{"choices":[{"delta":{"content":"a"}}],"x":[', ...new Array<string>(1_000).fill('data:1,')];
  yield repeated(`${lines.join('\n')}\ndata:1]}\n\n`);
}

function otherReplies(): readonly LargeReply[] {
  const message = JSON.stringify(repeat('The quick brown fox jumps. ', 15 * megabyte));
  const japanese = JSON.stringify('日本語テキスト'.repeat(700_000));
  const escapes = `"${repeat('\\n\\u00e9\\"', 15 * megabyte)}"`;
  const objects = `{"choices":[{"delta":{"content":"a"}}],"x":[${repeat('{"a":1},', 15 * megabyte)}1]}`;
  const brackets = '['.repeat(7 * megabyte) + ']'.repeat(7 * megabyte);
  const contentParts = `[${repeat('{"type":"text","text":"a"},', 15 * megabyte)}""]`;
  const smallChunks = Array.from({ length: 110_000 }, (_, index) => chunk(`"word ${index}"`));
  const mediumChunks = Array.from({ length: 5 }, () => chunk(JSON.stringify(repeat('words ', 3 * megabyte))));
  const numbers = ['[', ...Array.from({ length: 1_200_000 }, () => '1,'), '1]'];
  const comments = repeat(': keep-alive\n\n', 15 * megabyte);
  return [
    event('a message of 15 MB', chunk(message)),
    event('a message of 15 MB in Japanese', chunk(japanese)),
    event('a message of 15 MB with escapes', chunk(escapes)),
    event('a message of 15 MB in parts', chunk(contentParts)),
    event('an error of 15 MB', `{"error":{"message":${message}}}`),
    event('14 MB of nested brackets', brackets),
    event('millions of small objects', objects),
    reply('an event of 1,200,000 data lines', numbers.map((line) => `data: ${line}\n`).join('') + '\n', [
      numbers.join('\n'),
    ]),
    reply('small events', smallChunks.map((each) => `data: ${each}\n\n`).join(''), smallChunks),
    reply('comments only', comments, [JSON.stringify(comments)]),
    reply('a document of 15 MB', completion(message), [completion(message)]),
    reply('a truncated document of 15 MB', completion(message).slice(0, -90), [completion(message)]),
    reply('a truncated document of small objects', objects.slice(0, -3), [objects]),
    reply('small JSON lines', smallChunks.map((each) => `${each}\n`).join(''), smallChunks),
    reply('JSON lines of 3 MB', mediumChunks.map((each) => `${each}\n`).join(''), mediumChunks),
  ];
}

function reply(name: string, body: string, values: readonly string[]): LargeReply {
  return { name, body: new TextEncoder().encode(body), values };
}

/**
 * Creates a reply of 15 MB that repeats a text. `values` are the JSON values of the text. If there are none, the only
 * value of the reply is a JSON string that contains the text of the body.
 */
function repeated(text: string, values: readonly string[] = []): LargeReply {
  // A comment or a JSON line comes first, so that the framing is known.
  const body = (/^[1{]/.test(text) ? '{}\n' : ': start\n\n') + repeat(text, 15 * megabyte);
  const all = Array.from({ length: Math.floor((15 * megabyte) / text.length) }, () => values).flat();
  return reply(
    `15 MB of ${JSON.stringify(text.slice(0, 50))} (${text.length} bytes)`,
    body,
    all.length === 0 ? [JSON.stringify(body)] : all,
  );
}

function event(name: string, data: string): LargeReply {
  return reply(`an event with ${name}`, `data: ${data}\n\ndata: [DONE]\n\n`, [data]);
}

function chunk(content: string): string {
  return `{"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":${content}}}]}`;
}

function completion(content: string): string {
  return `{"object":"chat.completion","choices":[{"message":{"content":${content}},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":20}}`;
}

function repeat(text: string, length: number): string {
  return text.repeat(Math.floor(length / text.length));
}
