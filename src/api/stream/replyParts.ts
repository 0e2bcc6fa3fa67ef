import type { Usage } from '../../common/usage.ts';
import type { ErrorBody } from '../errorBody.ts';
import { replyTooLarge } from '../errors.ts';
import type { ChatStreamPart, ReplyNotice } from './chatStreamPart.ts';
import { createShownChoice, type ShownChoice } from './chunk/shownChoice.ts';

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
  /** Which choice is shown. readChatChunk changes it. */
  readonly shownChoice: ShownChoice;
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
   * Adds the finish reason, which marks the reply as complete unless text follows, or only reasoning has arrived.
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
  /** The number of bytes that were added with addUnread after the last usage. */
  readonly unreadAfterUsage: number;
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
  const usageReports = createUsageReports();
  let isFinished = false;
  /** True after an end mark that is not a finish reason. */
  let hasEndMark = false;
  let [hasText, hasPieceOfText, hasPieceOfReasoning] = [false, false, false];
  let [hasFinishReason, hasTextAfterReason] = [false, false];
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
    usageReports.addText();
    isAtEnd = false;
    hasTextAfterReason = hasFinishReason;
    if (!textRuns.append(type, text)) giveUp({ detail: '', code: replyTooLarge });
  };

  return {
    shownChoice: createShownChoice(),
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
    get unreadAfterUsage() {
      return facts.unreadAfterUsage;
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
    addUsage(usage) {
      textRuns.mark();
      facts.addUsage(usageReports.add(usage));
    },
    addFinishReason(reason, isAlone) {
      // After reasoning alone, the answer may follow as another choice.
      hasTextAfterReason ||= hasPieceOfReasoning && !hasPieceOfText;
      isAtEnd ||= isAlone && hasPieceOfText && !hasFinishReason;
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
      const { before, after } = textRuns.take();
      const { usage, others } = facts.take();
      if (before.length + usage.length + after.length + others.length === 0) return noParts;
      return [...before, ...usage, ...after, ...others];
    },
  };
}

type TextRun = Extract<ChatStreamPart, { readonly type: 'text' | 'reasoning' }>;

/** Joins adjacent text into one part, and adjacent reasoning into one part, but no text before and after the mark. */
function createTextRuns() {
  let runs: TextRun[] = [];
  let type: TextRun['type'] = 'text';
  /**
   * The pieces of the current run, which are joined when the run ends. If the pieces were concatenated one by one, all
   * intermediate strings would stay in memory.
   */
  let pieces: string[] = [];
  let length = 0;
  /** The number of runs, and of pieces of the next run, before the mark. */
  let marked = { runs: 0, pieces: 0 };

  const addRun = (joined: readonly string[]) => {
    if (joined.length > 0) runs.push({ type, text: joined.join('') });
  };

  const closeRun = () => {
    const isMarked = marked.runs === runs.length && marked.pieces > 0;
    if (isMarked) {
      addRun(pieces.slice(0, marked.pieces));
      addRun(pieces.slice(marked.pieces));
      marked = { runs: marked.runs + 1, pieces: 0 };
    } else {
      addRun(pieces);
    }
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
    /** Marks the place behind the pieces that were added until now. Replaces the earlier mark. */
    mark() {
      marked = { runs: runs.length, pieces: pieces.length };
    },
    /** Returns the runs before and after the mark, and removes the mark. Without a mark, all runs are after it. */
    take(): { readonly before: readonly TextRun[]; readonly after: readonly TextRun[] } {
      closeRun();
      const taken = { before: runs.slice(0, marked.runs), after: runs.slice(marked.runs) };
      runs = [];
      marked = { runs: 0, pieces: 0 };
      return taken;
    },
  };
}

/**
 * Compares the usage reports of a reply. Some services report only the tokens of the last piece of the reply. The input
 * and the output of the whole reply so far never decrease, and the output increases with the text since a report. After
 * a report that has not increased, each piece of text must have increased the next one. After a report that has
 * decreased, no report is of the whole reply. A report of 0 at the end has not decreased: some services report nothing
 * there.
 */
function createUsageReports() {
  let hasText = false;
  let isDoubtful = false;
  let hasDecreased = false;
  /** True after a report of 0 that follows a report of output. */
  let hasZero = false;
  /** The most output tokens of a report. Ignores the reports before the first text. */
  let most = 0;
  let mostInput = 0;
  /** The most cached input of a report, and the most other input. If cached tokens are unknown, both are all input. */
  let mostCached = 0;
  let mostUncached = 0;
  /** The number of pieces of text since the first report of `most`. */
  let pieces = 0;

  return {
    /** Must be called when a piece of text or reasoning arrives. */
    addText() {
      hasText = true;
      pieces += 1;
    },
    /**
     * Returns the report if it may be of the whole reply. Otherwise, returns the report as partial usage with the most
     * input tokens and the most output tokens of a report. Its cached tokens are undefined if any report has more cached
     * or more other input, so that its price range reaches the price of each report.
     */
    add(usage: Usage): Usage {
      const { inputTokens, cachedInputTokens, outputTokens } = usage;
      const hasLessInput = inputTokens < mostInput;
      hasDecreased ||= outputTokens > 0 && (hasZero || hasLessInput || outputTokens < most);
      hasZero ||= outputTokens === 0 && most > 0;
      const hasGrown = outputTokens >= most + (isDoubtful ? pieces : Math.min(pieces, 1));
      const isOfWhole = !hasDecreased && !hasLessInput && hasGrown;
      isDoubtful ||= !isOfWhole;
      mostInput = Math.max(mostInput, inputTokens);
      mostCached = Math.max(mostCached, cachedInputTokens ?? inputTokens);
      mostUncached = Math.max(mostUncached, inputTokens - (cachedInputTokens ?? 0));
      if (hasText && outputTokens > most) [most, pieces] = [outputTokens, 0];
      if (isOfWhole) return usage;
      return {
        ...usage,
        inputTokens: mostInput,
        cachedInputTokens: mostCached + mostUncached === mostInput ? mostCached : undefined,
        outputTokens: Math.max(most, outputTokens),
        isPartial: true,
      };
    },
  };
}

/** Collects the parts that are neither text nor reasoning. */
function createFacts() {
  let usage: Usage | undefined;
  let hasUsage = false;
  let unreadBytes = 0;
  let unreadAfterUsage = 0;
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
    get unreadAfterUsage() {
      return unreadAfterUsage;
    },
    addUnread(bytes: number) {
      unreadBytes += bytes;
      unreadAfterUsage += bytes;
    },
    addUsage(reported: Usage) {
      usage = reported;
      hasUsage = true;
      unreadAfterUsage = 0;
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
     * Returns the parts that were added since the previous call of `take`. The caller places the last usage report
     * between the text before the report and the text after it, and the others behind all text.
     */
    take() {
      const reported: readonly ChatStreamPart[] = usage === undefined ? [] : [{ type: 'usage', usage }];
      const others: ChatStreamPart[] = notices.map((notice) => ({ type: 'notice', notice }));
      if (finishReason !== undefined) others.push({ type: 'finishReason', finishReason });
      if (error !== undefined) others.push({ type: 'error', error });
      notices = [];
      usage = undefined;
      finishReason = undefined;
      error = undefined;
      return { usage: reported, others };
    },
  };
}
