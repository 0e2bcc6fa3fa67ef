import { strict as assert } from 'node:assert';
import { isTranscriptRecord, type TranscriptRecord } from '../../../../src/chat/messages/transcript.ts';

const attachment = {
  id: 'a',
  path: 'a.ts',
  startLine: 1,
  endLine: 2,
  languageId: 'typescript',
  code: 'let a;',
  uri: 'file:///a.ts',
  isPasted: true,
  isOff: true,
};
const question = {
  id: 'q',
  at: 1,
  text: 'Text',
  attachments: [attachment],
  content: 'Text and code',
  isContinuation: true,
  isCarried: true,
  isDeleted: true,
};
const reply = { id: 'r', questionId: 'q', at: 2, mode: 'session', origin: 'https://example.com' } as const;
const ending = {
  end: 'complete',
  charged: 'yes',
  finishReason: 'stop',
  usage: {
    inputTokens: 1,
    cachedInputTokens: 2,
    outputTokens: 3,
    isPartial: true,
    covered: { text: 4, reasoning: 5, unreadBytes: 6 },
  },
  notices: ['refusal'],
  error: {
    name: 'ServerError',
    status: 500,
    code: 'broken',
    detail: 'Detail',
    isTitle: true,
    requestId: 'x',
    body: 'Body',
    retryAt: 1,
    elapsed: 2,
    mayBeCharged: true,
  },
  elapsed: 3,
  textAfter: 4,
} as const;
const booked = {
  cost: { low: 1, high: 2, isReported: true, inputTokens: 3, cachedInputTokens: 4, outputTokens: 5 },
  prices: { input: 1, cachedInput: 2, output: 3 },
  isCorrected: true,
};
/** One record of each type, with all fields. */
const records: readonly (TranscriptRecord & { readonly historyTokens?: number })[] = [
  { type: 'version', version: 1 },
  { type: 'text', replyId: 'r', text: 'Text', start: 0 },
  { type: 'reasoning', replyId: 'r', text: 'Thought', start: 0 },
  { type: 'question', ...question },
  { type: 'reply', ...reply },
  { type: 'end', replyId: 'r', ...ending },
  { type: 'booked', replyId: 'r', ...booked, history: { least: 1, most: 2 }, historyTokens: 3 },
  {
    type: 'carried',
    from: 's',
    messages: [
      { kind: 'question', ...question },
      {
        kind: 'reply',
        ...reply,
        text: 'Text',
        reasoning: 'Thought',
        state: 'complete',
        ending,
        ...booked,
        isCarried: true,
        isDeleted: true,
      },
    ],
  },
  { type: 'deleted', ids: ['q'] },
  { type: 'restored', ids: ['q'] },
  { type: 'title', text: 'Title' },
  { type: 'pin', isPinned: true },
];

/** The optional fields. Each is the name of its object, a dot, and its own name. */
const optional = new Set([
  ...['uri', 'isPasted', 'isOff'].map((name) => `attachments.${name}`),
  ...['isContinuation', 'isCarried', 'isDeleted'].map((name) => `question.${name}`),
  ...['mode', 'origin', 'ending', 'cost', 'prices', 'isCorrected', 'isCarried', 'isDeleted'].map(
    (name) => `reply.${name}`,
  ),
  ...['end', 'ending'].flatMap((object) =>
    ['finishReason', 'usage', 'notices', 'error', 'elapsed', 'textAfter'].map((name) => `${object}.${name}`),
  ),
  ...['cachedInputTokens', 'isPartial', 'covered'].map((name) => `usage.${name}`),
  ...['status', 'code', 'isTitle', 'requestId', 'body', 'retryAt', 'elapsed', 'mayBeCharged'].map(
    (name) => `error.${name}`,
  ),
  ...['prices', 'isCorrected', 'history', 'historyTokens'].map((name) => `booked.${name}`),
  ...['text.start', 'reasoning.start'],
]);
/** The fields and objects whose numbers are amounts. */
const amounts = /^(usage|covered|cost|prices|history)\.|\.(historyTokens|start)$/;
/** The fields that accept only certain texts. */
const choices: Readonly<Record<string, readonly string[]>> = {
  mode: ['session', 'messages'],
  end: ['complete', 'incomplete', 'stopped', 'failed'],
  charged: ['no', 'maybe', 'yes'],
  state: ['pending', 'connecting', 'streaming', 'complete', 'stopped', 'incomplete', 'failed'],
  type: [],
  kind: [],
};

type Path = readonly (string | number)[];

/** Yields each value within `value`, with its path and its name. A name has the form described at `optional`. */
function* fieldsOf(
  value: unknown,
  path: Path,
  object: string,
): Generator<{ path: Path; name: string; value: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const index = Array.isArray(value) ? Number(key) : key;
    const childPath = [...path, index];
    yield { path: childPath, name: `${object}.${key}`, value: child };
    const { type, kind } = { ...(child as { readonly type?: string; readonly kind?: string }) };
    yield* fieldsOf(child, childPath, type ?? kind ?? (Array.isArray(value) ? object : key));
  }
}

/**
 * Copies `value`. Calls `change` with the object in the copy that contains the last key of `path`, and with this key.
 * Returns the changed copy.
 */
function changed(value: unknown, path: Path, change: (object: Record<string, unknown>, key: string) => void): unknown {
  const copy = structuredClone(value);
  const object = path.slice(0, -1).reduce<unknown>((each, key) => (each as Record<string, unknown>)[key], copy);
  change(object as Record<string, unknown>, String(path.at(-1)));
  return copy;
}

describe('isTranscriptRecord', () => {
  const fields = records.flatMap((record) =>
    [...fieldsOf(record, [], record.type)].map((field) => ({ record, ...field })),
  );
  const assertValid = (value: unknown, isValid: boolean) =>
    assert.equal(isTranscriptRecord(value), isValid, JSON.stringify(value));

  it('accepts each type of record, and fields that a newer version may add', () => {
    for (const record of records) {
      assertValid(record, true);
      assertValid({ ...record, later: 1 }, true);
    }
    for (const { record, path, value } of fields) {
      if (typeof value === 'object' && !Array.isArray(value))
        assertValid(
          changed(record, path, (object, key) => Object.assign(object[key] as object, { later: 1 })),
          true,
        );
    }
    for (const value of [null, undefined, 7, 'text', [], {}, { type: 'hologram' }]) assertValid(value, false);
  });

  it('rejects a record without one of its fields, unless the field is optional', () => {
    for (const { record, path, name } of fields) {
      if (typeof path.at(-1) === 'number') continue;
      const without = changed(record, path, (object, key) => Reflect.deleteProperty(object, key));
      assertValid(without, optional.has(name));
    }
  });

  it('rejects a record if a field has another type', () => {
    const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
    for (const { record, path, value } of fields) {
      for (const other of [null, 7, 'other', true, [], {}, [null]]) {
        const isOther =
          typeOf(other) !== typeOf(value) || JSON.stringify(other) === '[null]' || typeOf(other) === 'object';
        if (isOther)
          assertValid(
            changed(record, path, (object, key) => (object[key] = other)),
            false,
          );
      }
    }
  });

  it('accepts only finite numbers, amounts from 0 to 2^53 - 1, and only times that a date can have', () => {
    for (const { record, path, name, value } of fields) {
      if (typeof value !== 'number') continue;
      const isTime = name.endsWith('.at');
      for (const [other, isValid] of [
        [Infinity, false],
        [-Infinity, false],
        [NaN, false],
        [0, true],
        [-1, !amounts.test(name)],
        [8.64e15, true],
        [8.64e15 + 1, !isTime],
        [Number.MAX_SAFE_INTEGER, !isTime],
        [Number.MAX_SAFE_INTEGER + 1, !isTime && !amounts.test(name)],
      ] as const)
        assertValid(
          changed(record, path, (object, key) => (object[key] = other)),
          isValid,
        );
    }
  });

  it('accepts as the origin of carried messages only an id that names a session’s files, and no lease of a draft', () => {
    const carried = (from: string) => ({ type: 'carried', from, messages: [] });
    for (const from of ['s', 'A-z_9', 'a'.repeat(64), 'drafts', 'my-draft', 'draft_1'])
      assertValid(carried(from), true);
    for (const from of ['', '../s', 'a/b', 'a\\b', 'a.b', 'a'.repeat(65), 'draft', 'draft-1', 'Draft', 'DRAFT-1'])
      assertValid(carried(from), false);
  });

  it('accepts only the known states, ends, modes and charges', () => {
    for (const { record, path } of fields) {
      const key = String(path.at(-1));
      for (const choice of [...(choices[key] ?? []), 'other'])
        if (key in choices)
          assertValid(
            changed(record, path, (object) => (object[key] = choice)),
            choice !== 'other',
          );
    }
  });
});
