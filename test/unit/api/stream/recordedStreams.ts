import { readFileSync } from 'node:fs';
import path from 'node:path';
import { emptyReply, type DecodedReply } from './decodeReply.ts';

/** The recorded body of a server's response, and the expected result of decoding the body. */
export interface RecordedStream {
  readonly name: string;
  readonly body: string;
  readonly expected: DecodedReply;
  /** True if the body must give the same result with LF, CRLF and CR as line ends. */
  readonly hasLines: boolean;
}

const folder = path.join(import.meta.dirname, '../../../fixtures/streams');

const complete = { isComplete: true, finishReason: 'stop' } as const;

const expectations: Readonly<Record<string, Partial<DecodedReply>>> = {
  openai: { ...complete, text: 'Grüße 👋🏽', usage: usage(1208, 1152, 9) },
  openaiRefusal: { ...complete, text: "I'm sorry, I can't help.", notices: ['refusal'] },
  openaiToolCalls: { text: 'Let me look. ', notices: ['toolCalls'], finishReason: 'tool_calls', isComplete: true },
  azure: { text: 'Hello', finishReason: 'content_filter', isComplete: true },
  deepseek: { ...complete, reasoning: 'Hmm, 你好\n', text: '你好!', usage: usage(80, 64, 239) },
  openRouter: {
    reasoning: 'First think.',
    text: '亚',
    usage: usage(1697, 0, 52),
    finishReason: 'length',
    isComplete: true,
  },
  openRouterError: { text: 'Half a', error: { detail: 'Provider disconnected unexpectedly', code: '502' } },
  mistral: { ...complete, reasoning: 'Two and two.', text: 'It is four.', usage: usage(19, undefined, 21) },
  groq: { ...complete, text: 'Hello!', usage: usage(23, undefined, 19) },
  kimi: { ...complete, text: 'Hi.', usage: usage(19, 8, 13) },
  llamaCpp: { ...complete, reasoning: 'Playful', text: 'Ja.', usage: usage(17, undefined, 81) },
  llamaCppError: { error: { detail: 'the request exceeds the available context size', code: '400' } },
  vllmError: {
    text: 'Once upon',
    usage: usage(11, undefined, 2),
    error: { detail: 'EngineCore encountered an issue.', code: '500' },
  },
  bareErrorLine: { text: 'Once', error: { detail: 'Service temporarily unavailable', code: 'overloaded_error' } },
  errorEvent: { text: 'So', error: { detail: 'Overloaded', code: 'overloaded_error' } },
  sglang: { ...complete, reasoning: '2+2', text: '4', usage: usage(75, undefined, 18) },
  litellm: { ...complete, text: 'Done.', usage: usage(19693, 18000, 7) },
  messageRepeated: { ...complete, text: 'Once only.' },
  textCompletion: { ...complete, text: 'Paris' },
  malformedEvent: { text: 'ab', notices: ['malformedEvents'], isComplete: true },
  ollamaChat: { ...complete, reasoning: 'Why? ', text: 'The sky\n', usage: usage(26, undefined, 282) },
  ollamaGenerate: { text: 'The sky', usage: usage(26, undefined, 259), isComplete: true },
  ollamaError: {
    text: 'The',
    error: { detail: 'an error was encountered while running the model: unexpected EOF', code: undefined },
  },
  document: { ...complete, text: 'Hello!\n日本 👋 "quoted"', usage: usage(19, 0, 10) },
  documentPretty: { ...complete, reasoning: 'A greeting.', text: 'Hello! 👋', usage: usage(19, undefined, 10) },
  documentArray: { ...complete, text: 'One two', usage: usage(3, undefined, 2) },
  jsonError: { error: { detail: 'You exceeded your current quota', code: 'insufficient_quota' } },
  html: { error: { detail: 'Sign in to Guest Wi-Fi', code: 'html_page', isTitle: true } },
  plainText: { text: 'The model answered in plain words: naïve,\nand on two lines.\n', notices: ['plainText'] },
};

/** All bodies in test/fixtures/streams. The name of a body is its file name without `.txt`. */
export const recordedStreams: readonly RecordedStream[] = Object.entries(expectations).map(([name, expected]) => ({
  name,
  body: readFileSync(path.join(folder, `${name}.txt`), 'utf8'),
  expected: { ...emptyReply, ...expected },
  hasLines: name !== 'plainText',
}));

function usage(inputTokens: number, cachedInputTokens: number | undefined, outputTokens: number) {
  return { inputTokens, cachedInputTokens, outputTokens };
}
