import fc from 'fast-check';
import { fillerOf } from '../../../standIn/filler.ts';
import type { Script } from '../../../standIn/script.ts';

/** One step of a random conversation. */
export interface Step {
  readonly does: Request | Action;
  /**
   * Picks a message or session. The index is this number modulo the number of candidates. The action `changePrices`
   * uses this number as the price of input.
   */
  readonly which: number;
  readonly text: string;
  readonly answer: Script;
  /** An event during the reply. `after` is the number of tokens of the reply before the event. */
  readonly meanwhile: { readonly happens: Event; readonly after: number } | undefined;
}

/** An action of the user that sends a request. */
export type Request = (typeof requests)[number];
/** An action of the user that sends no request. */
export type Action = (typeof actions)[number];
/** An event while a reply runs. */
export type Event = (typeof events)[number];

export const requests = ['ask', 'retry', 'continue', 'edit'] as const;
const actions = [
  'deleteExchange',
  'undo',
  'newSession',
  'openSession',
  'deleteSession',
  'reload',
  'changeMode',
  'changePrices',
] as const;
const events = [
  'stop',
  'kill',
  'killAndChangeMode',
  'queue',
  'askElsewhere',
  'forgetCounts',
  'newSession',
  'openSession',
  'deleteSession',
  'reload',
  'changeMode',
  'changePrices',
] as const;

const words = [
  '',
  ' ',
  '\n\n',
  'Hi',
  '<|endoftext|>',
  '<|im_start|>user',
  '👩‍👩‍👧 🇩🇪',
  '\ud800',
  '今天天气很好，',
  'ที่นี่สวัสดี',
  'Привет, как дела?',
  'مرحبا',
  '====',
  '    ',
  'let a = [1, 2.5];\n',
  '{"a": "\\u0041"}',
  '```ts\nx\n```\n',
  'internationalization',
  'SGVsbG8gd29ybGQ',
];
const word = fc.constantFrom(...words);
const text = fc.oneof(
  fc.array(word, { maxLength: 8 }).map((all) => all.join(' ')),
  fc.tuple(word, fc.integer({ min: 2, max: 400 })).map(([each, times]) => each.repeat(times)),
  fc.integer({ min: 1, max: 400 }).map(fillerOf),
  fc.string({ unit: 'binary' }).map((any) => any.replaceAll('/', '')),
);
const fault: fc.Arbitrary<NonNullable<Script['fault']>> = fc.oneof(
  fc.record({
    kind: fc.constant('cut'),
    afterBytes: fc.integer({ min: 0, max: 4_000 }),
    how: fc.constantFrom('end', 'fin'),
  }),
  fc.record({
    kind: fc.constant('error'),
    afterTokens: fc.integer({ min: 0, max: 40 }),
    body: fc.constantFrom('openai', 'message'),
  }),
  fc.record({ kind: fc.constant('status'), status: fc.constantFrom(400, 401, 402, 413, 429, 500, 503) }),
  fc.constantFrom(
    { kind: 'reset' } as const,
    { kind: 'html' } as const,
    { kind: 'error-at-200', body: 'openai' } as const,
  ),
);
const answer: fc.Arbitrary<Script> = fc.record(
  {
    reply: text,
    usage: fc.constantFrom('reported', 'withheld', 'withheld'),
    reasoning: text,
    // The framing `ndjson` reports no cached tokens.
    framing: fc.constantFrom('sse', 'sse-crlf', 'sse-no-done', 'ndjson'),
    fault,
  },
  { requiredKeys: ['reply', 'usage'] },
);
export const step: fc.Arbitrary<Step> = fc.record({
  does: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...requests) },
    { weight: 2, arbitrary: fc.constant('ask') },
    { weight: 2, arbitrary: fc.constantFrom(...actions) },
  ),
  which: fc.nat({ max: 99 }),
  text,
  answer,
  meanwhile: fc.option(fc.record({ happens: fc.constantFrom(...events), after: fc.nat({ max: 40 }) }), {
    nil: undefined,
  }),
});
