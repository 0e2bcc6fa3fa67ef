import type { Usage } from '../../common/usage.ts';
import type { ChatStreamPart, ReplyNotice } from './chatStreamPart.ts';
import type { ErrorBody } from '../errorBody.ts';
import { replyTooLarge } from './streamErrorCode.ts';

/** Where the framings put what they find in a reply. */
export interface ReplyParts {
  readonly isFinished: boolean;
  readonly isComplete: boolean;
  readonly addText: (text: string) => void;
  readonly addReasoning: (text: string) => void;
  /** Text of a whole message: some servers repeat the reply at its end, so it counts only if no piece has come. */
  readonly addWholeText: (text: string) => void;
  readonly addWholeReasoning: (text: string) => void;
  addUsage(usage: Usage): void;
  addFinishReason(finishReason: string): void;
  addNotice(notice: ReplyNotice): void;
  /** The reply is whole, though more may come. */
  complete(): void;
  /** The mark of the end came: the reply is whole, and nothing that follows can matter. */
  end(): void;
  /** Ends it with an error from the service. */
  fail(error: ErrorBody): void;
  /** Ends it with an error of our own, which means nothing when the reply is whole already. */
  giveUp(error: ErrorBody): void;
}

/** Text and reasoning together, in characters: far more than any model says. */
const maxReplyLength = 64 * 1024 * 1024;

const noParts: readonly ChatStreamPart[] = [];

/**
 * Collects parts and joins neighbouring text; `take` hands over those that came since it was last called. Usage stands
 * behind the words that it may count: before all of them when some came later.
 */
export function createReplyParts(): ReplyParts & { readonly take: () => readonly ChatStreamPart[] } {
  let runs: ChatStreamPart[] = [];
  let runType: 'text' | 'reasoning' = 'text';
  /** Joined at once: adding piece to piece would leave each of them alive, and the garbage collector busy. */
  let run: string[] = [];
  let length = 0;
  let hasPieceOfText = false;
  let hasPieceOfReasoning = false;

  let usage: Usage | undefined;
  let hasWordsAfterUsage = false;
  let finishReason: string | undefined;
  let newFinishReason: string | undefined;
  let newNotices: ReplyNotice[] = [];
  const notices = new Set<ReplyNotice>();
  let error: ErrorBody | undefined;
  let hasFailed = false;
  let isFinished = false;
  let isComplete = false;

  const closeRun = () => {
    if (run.length === 0) return;
    runs.push({ type: runType, text: run.join('') });
    run = [];
  };

  const append = (type: typeof runType, text: string) => {
    if (text === '' || isFinished) return;
    if (type !== runType) {
      closeRun();
      runType = type;
    }
    hasWordsAfterUsage = true;
    length += text.length;
    if (length <= maxReplyLength) {
      run.push(text);
      return;
    }
    const kept = text.slice(0, maxReplyLength - length);
    if (kept !== '') run.push(kept);
    parts.giveUp({ detail: '', code: replyTooLarge });
  };

  const parts: ReplyParts = {
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
    addUsage(reported) {
      usage = reported;
      hasWordsAfterUsage = false;
    },
    addFinishReason(reason) {
      isComplete = true;
      if (reason !== finishReason) newFinishReason = reason;
      finishReason = reason;
    },
    addNotice(notice) {
      if (!notices.has(notice) && !hasFailed) newNotices.push(notice);
      notices.add(notice);
    },
    complete() {
      isComplete = true;
    },
    end() {
      isComplete ||= !isFinished;
      isFinished = true;
    },
    fail(reported) {
      if (isFinished) return;
      error = reported;
      hasFailed = true;
      isFinished = true;
    },
    giveUp(reason) {
      if (isComplete) isFinished = true;
      else parts.fail(reason);
    },
  };

  return Object.assign(parts, {
    take: () => {
      closeRun();
      const taken = runs;
      for (const notice of newNotices) taken.push({ type: 'notice', notice });
      if (usage !== undefined && hasWordsAfterUsage) taken.unshift({ type: 'usage', usage });
      else if (usage !== undefined) taken.push({ type: 'usage', usage });
      if (newFinishReason !== undefined) taken.push({ type: 'finishReason', finishReason: newFinishReason });
      if (error !== undefined) taken.push({ type: 'error', error });
      if (taken.length === 0) return noParts;
      runs = [];
      newNotices = [];
      usage = undefined;
      newFinishReason = undefined;
      error = undefined;
      return taken;
    },
  });
}
