import type { Usage } from '../../common/usage.ts';
import type { ErrorBody } from '../errorBody.ts';
import { replyTooLarge } from '../errors.ts';
import type { ChatStreamPart, ReplyNotice } from './chatStreamPart.ts';

/** Collects the parts of a reply. */
export interface ReplyParts {
  /** True after `[DONE]`, after an error, or if a size limit is exceeded. All further text is ignored. */
  readonly isFinished: boolean;
  /**
   * True if the service marked the reply as complete. If text followed a finish reason, finish reasons do not mark the
   * end, because some services send a finish reason with each piece of text.
   */
  readonly isComplete: boolean;
  /**
   * True if nothing is expected any more, except usage: the first finish reason came without text, after all text. Some
   * services send a finish reason with each piece of text.
   */
  readonly isAtEnd: boolean;
  /** True if text, reasoning or usage has been added. */
  readonly hasContent: boolean;
  /** True if a finish reason has been added, even if text followed it. */
  readonly hasFinishReason: boolean;
  readonly addText: (text: string) => void;
  readonly addReasoning: (text: string) => void;
  /**
   * Adds the text of a whole message. Ignored if addText has added text, because some servers repeat the whole text at
   * the end of the reply.
   */
  readonly addWholeText: (text: string) => void;
  readonly addWholeReasoning: (text: string) => void;
  addUsage(usage: Usage): void;
  /**
   * Adds the finish reason, which marks the reply as complete unless text follows.
   *
   * @param isAlone true if the payload with the reason has no text
   */
  addFinishReason(finishReason: string, isAlone: boolean): void;
  addNotice(notice: ReplyNotice): void;
  /** The number of bytes that were added with addUnread. */
  readonly unreadBytes: number;
  /** Adds the number of bytes of a part of the reply that could not be read, or that is not shown. */
  addUnread(bytes: number): void;
  /** Marks the reply as complete. More parts may follow, such as usage. */
  complete(): void;
  /** Finishes the reply and marks it as complete. Ignored if the reply has already finished. */
  end(): void;
  /** Finishes the reply with an error. Ignored if the reply has already finished. */
  fail(error: ErrorBody): void;
  /** Finishes the reply. Adds the error only if the reply is neither complete nor already finished. */
  giveUp(error: ErrorBody): void;
}

export interface CollectedParts extends ReplyParts {
  /** True if bytes were added with addUnread after the last usage. */
  readonly hasUnreadAfterUsage: boolean;
  take(): readonly ChatStreamPart[];
}

/** The maximum length, in UTF-16 code units, of text and reasoning together. No model writes that much. */
const maxReplyLength = 64 * 1024 * 1024;

const noParts: readonly ChatStreamPart[] = [];

/**
 * Creates a collector that joins adjacent pieces of text, and adjacent pieces of reasoning. `take` returns the parts
 * that were added since the previous call of `take`.
 */
export function createReplyParts(): CollectedParts {
  const textRuns = createTextRuns();
  const facts = createFacts();
  let hasPieceOfText = false;
  let hasPieceOfReasoning = false;
  let isFinished = false;
  /** True after an end mark that is not a finish reason. */
  let hasEndMark = false;
  let hasText = false;
  let hasFinishReason = false;
  let hasTextAfterReason = false;
  let isAtEnd = false;

  const isComplete = () => hasEndMark || (hasFinishReason && !hasTextAfterReason);

  const fail = (error: ErrorBody) => {
    if (isFinished) return;
    facts.fail(error);
    isFinished = true;
  };

  const giveUp = (error: ErrorBody) => {
    if (isComplete()) isFinished = true;
    else fail(error);
  };

  const append = (type: TextRun['type'], text: string) => {
    if (text === '' || isFinished) return;
    hasText = true;
    isAtEnd = false;
    hasTextAfterReason = hasFinishReason;
    facts.noteText();
    if (!textRuns.append(type, text)) giveUp({ detail: '', code: replyTooLarge });
  };

  return {
    get isFinished() {
      return isFinished;
    },
    get isComplete() {
      return isComplete();
    },
    get isAtEnd() {
      return isAtEnd;
    },
    get hasContent() {
      return hasText || facts.hasUsage;
    },
    get hasFinishReason() {
      return hasFinishReason;
    },
    get hasUnreadAfterUsage() {
      return facts.hasUnreadAfterUsage;
    },
    get unreadBytes() {
      return facts.unreadBytes;
    },
    addText(text) {
      hasPieceOfText ||= text !== '';
      append('text', text);
    },
    addReasoning(text) {
      hasPieceOfReasoning ||= text !== '';
      append('reasoning', text);
    },
    addWholeText(text) {
      if (!hasPieceOfText) append('text', text);
    },
    addWholeReasoning(text) {
      if (!hasPieceOfReasoning) append('reasoning', text);
    },
    addUsage: (usage) => facts.addUsage(usage),
    addFinishReason(reason, isAlone) {
      isAtEnd ||= isAlone && hasText && !hasFinishReason;
      hasFinishReason = true;
      facts.addFinishReason(reason);
    },
    addNotice: (notice) => facts.addNotice(notice),
    addUnread: (bytes) => facts.addUnread(bytes),
    complete() {
      hasEndMark = true;
    },
    end() {
      hasEndMark ||= !isFinished;
      isFinished = true;
    },
    fail,
    giveUp,
    take() {
      const { before, after } = facts.take();
      const runs = textRuns.take();
      if (runs.length + before.length + after.length === 0) return noParts;
      return [...before, ...runs, ...after];
    },
  };
}

type TextRun = Extract<ChatStreamPart, { readonly type: 'text' | 'reasoning' }>;

/** Joins adjacent text into one part, and adjacent reasoning into one part. */
function createTextRuns() {
  let runs: TextRun[] = [];
  let type: TextRun['type'] = 'text';
  /**
   * The pieces of the current run, which are joined when the run ends. If the pieces were concatenated one by one, all
   * intermediate strings would stay in memory.
   */
  let pieces: string[] = [];
  let length = 0;

  const closeRun = () => {
    if (pieces.length === 0) return;
    runs.push({ type, text: pieces.join('') });
    pieces = [];
  };

  return {
    /**
     * Adds a piece and returns true. If the reply would exceed maxReplyLength, adds only the text up to this limit and
     * returns false.
     */
    append(nextType: TextRun['type'], text: string): boolean {
      if (nextType !== type) {
        closeRun();
        type = nextType;
      }
      length += text.length;
      if (length <= maxReplyLength) {
        pieces.push(text);
        return true;
      }
      const kept = text.slice(0, maxReplyLength - length);
      if (kept !== '') pieces.push(kept);
      return false;
    },
    take(): readonly TextRun[] {
      closeRun();
      const taken = runs;
      runs = [];
      return taken;
    },
  };
}

/** Collects the parts that are neither text nor reasoning. */
function createFacts() {
  let usage: Usage | undefined;
  let hasUsage = false;
  let unreadBytes = 0;
  let hasUnreadAfterUsage = false;
  let hasTextAfterUsage = false;
  let lastFinishReason: string | undefined;
  let finishReason: string | undefined;
  const knownNotices = new Set<ReplyNotice>();
  let notices: ReplyNotice[] = [];
  let hasFailed = false;
  let error: ErrorBody | undefined;

  return {
    get hasUsage() {
      return hasUsage;
    },
    get unreadBytes() {
      return unreadBytes;
    },
    get hasUnreadAfterUsage() {
      return hasUnreadAfterUsage;
    },
    addUnread(bytes: number) {
      unreadBytes += bytes;
      hasUnreadAfterUsage ||= bytes > 0;
    },
    noteText() {
      hasTextAfterUsage = true;
    },
    addUsage(reported: Usage) {
      usage = reported;
      hasUsage = true;
      hasUnreadAfterUsage = false;
      hasTextAfterUsage = false;
    },
    addFinishReason(reason: string) {
      if (reason !== lastFinishReason) finishReason = reason;
      lastFinishReason = reason;
    },
    addNotice(notice: ReplyNotice) {
      if (!knownNotices.has(notice) && !hasFailed) notices.push(notice);
      knownNotices.add(notice);
    },
    fail(reported: ErrorBody) {
      error = reported;
      hasFailed = true;
    },
    /**
     * Returns the parts that were added since the previous call of `take`, in two lists. The caller places `before` in
     * front of the text that was added since that call, and `after` behind this text. If text followed the last usage
     * report, the usage is in `before`. In `after`, the usage would seem to include the text that followed the report.
     */
    take() {
      const before: ChatStreamPart[] = [];
      const after: ChatStreamPart[] = notices.map((notice) => ({ type: 'notice', notice }));
      if (usage !== undefined) (hasTextAfterUsage ? before : after).push({ type: 'usage', usage });
      if (finishReason !== undefined) after.push({ type: 'finishReason', finishReason });
      if (error !== undefined) after.push({ type: 'error', error });
      notices = [];
      usage = undefined;
      finishReason = undefined;
      error = undefined;
      return { before, after };
    },
  };
}
