import * as v from 'valibot';
import { isMoment } from '../../common/moment.ts';
import { isAmount } from '../../meter/amount.ts';

// These schemas validate the records of session files and the attachments in draft files. Fields that the schemas do
// not name are allowed, because a newer version may have written them.

/** A JSON text such as `1e999` is parsed as Infinity, which cannot be written again. */
const number = v.pipe(v.number(), v.finite());
/** A number of tokens, nano-dollars or UTF-16 code units. */
const amount = v.custom<number>(isAmount);
/** Milliseconds since the epoch. */
export const momentSchema = v.custom<number>(isMoment);
const texts = v.array(v.string());

/**
 * The id of a session, which is a part of the names of the session's files and of its lease. Refuses the ids of leases
 * of drafts (see openWindowDrafts), because a window that closes such a session would release the lease of a draft.
 * Ignores case, as some file systems do.
 */
export const sessionIdSchema = v.pipe(v.string(), v.regex(/^(?!draft(-|$))[\w-]{1,64}$/i));

/** Returns true if `sessionIdSchema` accepts the id. */
export function isSessionId(id: string): boolean {
  return v.is(sessionIdSchema, id);
}

const history = v.object({ least: amount, most: amount, missed: v.exactOptional(amount) });

const cost = v.object({
  low: amount,
  high: amount,
  isReported: v.boolean(),
  inputTokens: amount,
  cachedInputTokens: amount,
  outputTokens: amount,
});

const prices = v.object({ input: amount, cachedInput: amount, output: amount });

export const attachmentSchema = v.object({
  id: v.string(),
  path: v.string(),
  startLine: number,
  endLine: number,
  languageId: v.string(),
  code: v.string(),
  uri: v.exactOptional(v.string()),
  isWholeFile: v.exactOptional(v.boolean()),
  isPasted: v.exactOptional(v.boolean()),
  isOff: v.exactOptional(v.boolean()),
});

const error = v.object({
  name: v.string(),
  status: v.exactOptional(number),
  code: v.exactOptional(v.string()),
  detail: v.string(),
  isTitle: v.exactOptional(v.literal(true)),
  requestId: v.exactOptional(v.string()),
  body: v.exactOptional(v.string()),
  retryAt: v.exactOptional(number),
  elapsed: v.exactOptional(number),
  mayBeCharged: v.exactOptional(v.boolean()),
});

const ending = {
  end: v.picklist(['complete', 'incomplete', 'stopped', 'failed']),
  charged: v.picklist(['no', 'maybe', 'yes']),
  finishReason: v.exactOptional(v.string()),
  usage: v.exactOptional(
    v.object({
      inputTokens: amount,
      cachedInputTokens: v.exactOptional(amount),
      outputTokens: amount,
      isPartial: v.exactOptional(v.boolean()),
      covered: v.exactOptional(v.object({ text: amount, reasoning: amount, unreadBytes: amount })),
    }),
  ),
  notices: v.exactOptional(texts),
  unreadBytes: v.exactOptional(amount),
  error: v.exactOptional(error),
  isInterrupted: v.exactOptional(v.boolean()),
  elapsed: v.exactOptional(number),
  textAfter: v.exactOptional(number),
};

const question = {
  id: v.string(),
  at: momentSchema,
  text: v.string(),
  attachments: v.array(attachmentSchema),
  content: v.string(),
  isContinuation: v.exactOptional(v.boolean()),
  continues: v.exactOptional(v.string()),
  isCarried: v.exactOptional(v.boolean()),
  isDeleted: v.exactOptional(v.boolean()),
};

const reply = {
  id: v.string(),
  questionId: v.string(),
  at: momentSchema,
  mode: v.exactOptional(v.picklist(['session', 'messages'])),
  origin: v.exactOptional(v.string()),
  instructions: v.exactOptional(v.string()),
  sent: v.exactOptional(
    v.object({ baseUrl: v.string(), extraBody: v.exactOptional(v.record(v.string(), v.unknown())) }),
  ),
  isImported: v.exactOptional(v.boolean()),
};

const booked = {
  cost,
  prices: v.exactOptional(prices),
  isCorrected: v.exactOptional(v.boolean()),
};

const message = v.variant('kind', [
  v.object({ kind: v.literal('question'), ...question }),
  v.object({
    kind: v.literal('reply'),
    ...reply,
    text: v.string(),
    reasoning: v.string(),
    state: v.picklist(['pending', 'connecting', 'streaming', 'complete', 'stopped', 'incomplete', 'failed']),
    ending: v.exactOptional(v.object(ending)),
    ...booked,
    cost: v.exactOptional(cost),
    isCarried: v.exactOptional(v.boolean()),
    isDeleted: v.exactOptional(v.boolean()),
  }),
]);

const part = { replyId: v.string(), text: v.string(), start: v.exactOptional(amount) };

/** The schema of TranscriptRecord. */
export const recordSchema = v.variant('type', [
  v.object({ type: v.literal('text'), ...part }),
  v.object({ type: v.literal('reasoning'), ...part }),
  v.object({ type: v.literal('question'), ...question }),
  v.object({ type: v.literal('reply'), ...reply }),
  v.object({ type: v.literal('end'), replyId: v.string(), ...ending }),
  v.object({
    type: v.literal('booked'),
    replyId: v.string(),
    ...booked,
    // Earlier versions saved `historyTokens` instead of `history`.
    history: v.exactOptional(history),
    historyTokens: v.exactOptional(amount),
  }),
  v.object({ type: v.literal('carried'), from: sessionIdSchema, messages: v.array(message) }),
  v.object({ type: v.picklist(['deleted', 'restored']), ids: texts }),
  v.object({ type: v.literal('version'), version: number }),
  v.object({ type: v.literal('title'), text: v.string() }),
  v.object({ type: v.literal('instructions'), isOff: v.boolean() }),
  v.object({ type: v.literal('pin'), isPinned: v.boolean() }),
]);
