import type { Usage } from '../../common/usage.ts';
import type { ErrorBody } from '../errorBody.ts';
import type { ReplyNotice } from './chatStreamPart.ts';
import type { ReplyParts } from './replyParts.ts';
import type { ShownChoice } from './chunk/shownChoice.ts';

/**
 * The result of reading one large payload, usually on another thread. A digest is much smaller than the parsed payload,
 * which may contain millions of objects. Adding the digest to a reply has the same effect as reading the payload into
 * the reply's `ReplyParts`.
 */
export interface PayloadDigest {
  /** The shown choice after the payload. */
  readonly shownChoice: ShownChoice;
  readonly wholeReasoning: string;
  readonly reasoning: string;
  readonly wholeText: string;
  readonly text: string;
  readonly notices: readonly ReplyNotice[];
  /** See ReplyParts. */
  readonly unreadBytes: number;
  /** The last usage report. `isLast` is false if text, reasoning or an unreadable part follows the report. */
  readonly usage: { readonly usage: Usage; readonly isLast: boolean } | undefined;
  /** The last finish reason. */
  readonly finishReason: string | undefined;
  /** True after an end mark that is not a finish reason. */
  readonly hasEndMark: boolean;
  /** How the payload finishes the reply; `type` is a method of ReplyParts. Undefined if the reply is not finished. */
  readonly finish:
    { readonly type: 'end' } | { readonly type: 'fail' | 'giveUp'; readonly error: ErrorBody } | undefined;
  readonly findings: PayloadFindings;
}

/** Facts about the payloads so far. They decide whether an error or a notice is added, usually at the end of the body. */
export interface PayloadFindings {
  /** True if a payload was part of a reply. */
  readonly hasReadable: boolean;
  readonly malformed: number;
  /**
   * The number of objects that are not part of a reply, such as a queue status or JSON from a wrong URL. Pings are not
   * counted.
   */
  readonly foreign: number;
  /** The number of bytes of the payloads that `foreign` counts, and of truncated payloads of the same kind. */
  readonly foreignBytes: number;
  /**
   * The message of the last object that has a message and is not part of a reply. The message becomes the reply's error
   * at the end of the body, at `[DONE]`, or if the reply is a flood (see FloodCounter). Has no effect if the reply is
   * complete. Undefined if a part of a reply has followed.
   */
  readonly possibleError: ErrorBody | undefined;
}

/**
 * Creates ReplyParts for one payload. After the payload was read into them, `digest` returns its digest.
 *
 * @param shownChoice The shown choice before the payload. Is changed.
 */
export function createDigestParts(shownChoice: ShownChoice): ReplyParts & {
  readonly digest: (findings: PayloadFindings) => PayloadDigest;
} {
  const wholeReasoning: string[] = [];
  const reasoning: string[] = [];
  const wholeText: string[] = [];
  const text: string[] = [];
  const notices = new Set<ReplyNotice>();
  let unreadBytes = 0;
  let usage: PayloadDigest['usage'];
  let finishReason: string | undefined;
  let hasEndMark = false;
  let finish: PayloadDigest['finish'];

  const add = (pieces: string[], piece: string) => {
    if (piece === '' || finish !== undefined) return;
    pieces.push(piece);
    if (usage !== undefined) usage = { ...usage, isLast: false };
  };

  return {
    shownChoice,
    get isFinished() {
      return finish !== undefined;
    },
    get isComplete() {
      return hasEndMark || finishReason !== undefined;
    },
    isAtEnd: false,
    get hasContent() {
      return usage !== undefined || [wholeReasoning, reasoning, wholeText, text].some(({ length }) => length > 0);
    },
    get hasFinishReason() {
      return finishReason !== undefined;
    },
    addText: (piece) => add(text, piece),
    addReasoning: (piece) => add(reasoning, piece),
    addWholeText: (piece) => {
      if (text.length === 0) add(wholeText, piece);
    },
    addWholeReasoning: (piece) => {
      if (reasoning.length === 0) add(wholeReasoning, piece);
    },
    addUsage: (reported) => {
      usage = { usage: reported, isLast: true };
    },
    addFinishReason: (reason) => {
      finishReason = reason;
    },
    get unreadBytes() {
      return unreadBytes;
    },
    addUnread: (bytes) => {
      unreadBytes += bytes;
      if (usage !== undefined && bytes > 0) usage = { ...usage, isLast: false };
    },
    addNotice: (notice) => {
      if (finish === undefined) notices.add(notice);
    },
    complete: () => {
      hasEndMark = true;
    },
    end: () => {
      finish ??= { type: 'end' };
    },
    fail: (error) => {
      finish ??= { type: 'fail', error };
    },
    giveUp: (error) => {
      finish ??= { type: 'giveUp', error };
    },
    digest: (findings) => ({
      shownChoice,
      wholeReasoning: wholeReasoning.join(''),
      reasoning: reasoning.join(''),
      wholeText: wholeText.join(''),
      text: text.join(''),
      notices: [...notices],
      unreadBytes,
      usage,
      finishReason,
      hasEndMark,
      finish,
      findings,
    }),
  };
}

/** Adds the parts of a digest to a reply. The caller must apply `findings` and `finish`. */
export function addDigest(digest: PayloadDigest, parts: ReplyParts): void {
  const { usage, finishReason } = digest;
  Object.assign(parts.shownChoice, digest.shownChoice);
  if (usage !== undefined && !usage.isLast) parts.addUsage(usage.usage);
  parts.addUnread(digest.unreadBytes);
  parts.addWholeReasoning(digest.wholeReasoning);
  parts.addReasoning(digest.reasoning);
  parts.addWholeText(digest.wholeText);
  parts.addText(digest.text);
  for (const notice of digest.notices) parts.addNotice(notice);
  if (usage?.isLast === true) parts.addUsage(usage.usage);
  if (finishReason !== undefined) parts.addFinishReason(finishReason, false);
  if (digest.hasEndMark) parts.complete();
}
