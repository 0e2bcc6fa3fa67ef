import type { Usage } from '../../common/usage.ts';
import type { ErrorBody } from '../errorBody.ts';
import { replyTooLarge } from '../errors.ts';
import type { ChatStreamPart, ReplyNotice } from './chatStreamPart.ts';

/** Collects what the framings find in a reply. */
export interface ReplyParts {
  /** Nothing that follows can matter: the end mark or an error came. */
  readonly isFinished: boolean;
  /** The service marked the reply as whole. */
  readonly isComplete: boolean;
  readonly addText: (text: string) => void;
  readonly addReasoning: (text: string) => void;
  /** Adds the text of a whole message. Ignored after pieces of text, because some servers repeat the reply at its end. */
  readonly addWholeText: (text: string) => void;
  readonly addWholeReasoning: (text: string) => void;
  addUsage(usage: Usage): void;
  /** Also marks the reply as complete. */
  addFinishReason(finishReason: string): void;
  addNotice(notice: ReplyNotice): void;
  /** Marks the reply as whole; more may follow, such as usage. */
  complete(): void;
  /** Takes the end mark: the reply is whole and finished. */
  end(): void;
  /** Finishes the reply with an error from the service. */
  fail(error: ErrorBody): void;
  /** Finishes the reply with an error of our own, which is ignored if the reply is complete already. */
  giveUp(error: ErrorBody): void;
}

/** Text and reasoning together, in UTF-16 code units: far more than any model writes. */
const maxReplyLength = 64 * 1024 * 1024;

const noParts: readonly ChatStreamPart[] = [];

/** Collects parts and joins neighbouring text. `take` returns the parts that came since its last call. */
export function createReplyParts(): ReplyParts & { readonly take: () => readonly ChatStreamPart[] } {
  const words = createTextRuns();
  const facts = createFacts();
  let hasPieceOfText = false;
  let hasPieceOfReasoning = false;
  let isFinished = false;
  let isComplete = false;

  const fail = (error: ErrorBody) => {
    if (isFinished) return;
    facts.fail(error);
    isFinished = true;
  };

  const giveUp = (error: ErrorBody) => {
    if (isComplete) isFinished = true;
    else fail(error);
  };

  const append = (type: TextRun['type'], text: string) => {
    if (text === '' || isFinished) return;
    facts.noteWords();
    if (!words.append(type, text)) giveUp({ detail: '', code: replyTooLarge });
  };

  return {
    get isFinished() {
      return isFinished;
    },
    get isComplete() {
      return isComplete;
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
    addFinishReason(reason) {
      isComplete = true;
      facts.addFinishReason(reason);
    },
    addNotice: (notice) => facts.addNotice(notice),
    complete() {
      isComplete = true;
    },
    end() {
      isComplete ||= !isFinished;
      isFinished = true;
    },
    fail,
    giveUp,
    take() {
      const { before, after } = facts.take();
      const runs = words.take();
      if (runs.length + before.length + after.length === 0) return noParts;
      return [...before, ...runs, ...after];
    },
  };
}

type TextRun = Extract<ChatStreamPart, { readonly type: 'text' | 'reasoning' }>;

/** Joins neighbouring text, and neighbouring reasoning, into one part. */
function createTextRuns() {
  let runs: TextRun[] = [];
  let type: TextRun['type'] = 'text';
  /** Joined once per run: adding piece to piece would keep each intermediate string alive and the collector busy. */
  let pieces: string[] = [];
  let length = 0;

  const closeRun = () => {
    if (pieces.length === 0) return;
    runs.push({ type, text: pieces.join('') });
    pieces = [];
  };

  return {
    /** Returns false if the reply has become too long; the text is kept up to the limit. */
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

/** Keeps the parts that are not text, each until it is taken. */
function createFacts() {
  let usage: Usage | undefined;
  let hasWordsAfterUsage = false;
  let lastFinishReason: string | undefined;
  let finishReason: string | undefined;
  const knownNotices = new Set<ReplyNotice>();
  let notices: ReplyNotice[] = [];
  let hasFailed = false;
  let error: ErrorBody | undefined;

  return {
    noteWords() {
      hasWordsAfterUsage = true;
    },
    addUsage(reported: Usage) {
      usage = reported;
      hasWordsAfterUsage = false;
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
     * Returns the new parts that stand before and after the new text. Usage must not seem to count words that came
     * after it: it stands before all of them in that case.
     */
    take() {
      const before: ChatStreamPart[] = [];
      const after: ChatStreamPart[] = notices.map((notice) => ({ type: 'notice', notice }));
      if (usage !== undefined) (hasWordsAfterUsage ? before : after).push({ type: 'usage', usage });
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
