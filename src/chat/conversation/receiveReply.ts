import type { ChatEnd, ChatEvent } from '../../api/chatEvent.ts';
import type { APIError } from '../../api/errors.ts';
import type { ReplyPart, ReplyState } from '../../common/protocol/conversationProtocol.ts';
import type { Reply, ReplyEnding, ReplyError, ReplyProgress } from '../messages/message.ts';
import { createQuietTimer } from './quietTimer.ts';
import { createTextSaver } from './textSaver.ts';

export interface ReceiveReplyOptions {
  /**
   * If no byte arrives for this many milliseconds after connecting, `onProgress` reports `quiet`. Over VS Code's
   * `fetch`, the time starts when the request begins, because `fetch` does not report when it has connected. 0 turns
   * this timeout off.
   */
  readonly firstByteTimeout: number;
  /**
   * If no further byte arrives for this many milliseconds, except empty parts of the reply, `onProgress` reports `quiet`.
   * 0 turns this timeout off.
   */
  readonly idleTimeout: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * Writes `text` to disk. `text` is the text of `part` that was received since the last call for `part`. `start` is
   * the length of the earlier text of `part`, in UTF-16 code units. Called about once a second while text arrives, and
   * at the end if any text is not saved yet.
   */
  readonly save: (part: ReplyPart, text: string, start: number) => Promise<void>;
  /** Called when `state` or `progress.kind` changes. */
  readonly onProgress: (state: ReplyState, progress: ReplyProgress | undefined) => void;
  /** Called immediately with each piece of text or reasoning. */
  readonly onText: (part: ReplyPart, text: string) => void;
}

/**
 * A reply that is being received. Despite the name of this type, the reply has been received only when `ended` settles.
 */
export interface ReceivedReply {
  /** Resolves when the reply has ended and all of its text is saved. Rejects if `events` throws or `save` rejects. */
  readonly ended: Promise<ChatEnd>;
  /** Skips the wait before an automatic retry. Does nothing if no retry is waiting. */
  readonly sendNow: () => void;
  /** Clears the `quiet` report and restarts the timeout. Does nothing if the last report was not `quiet`. */
  readonly keepWaiting: () => void;
}

/** Reads the events of one reply. Passes text to `save` and `onText`, and changes of the state to `onProgress`. */
export function receiveReply(events: AsyncIterable<ChatEvent>, options: ReceiveReplyOptions): ReceivedReply {
  const { firstByteTimeout, idleTimeout, now, save, onProgress, onText } = options;
  const savers = {
    text: createTextSaver(async (text, start) => save('text', text, start)),
    reasoning: createTextSaver(async (text, start) => save('reasoning', text, start)),
  };
  const progress = createProgressReport(onProgress);
  const timer = createQuietTimer(now, progress.quiet);
  let sendNow: (() => void) | undefined;

  const receiveText = (part: ReplyPart, text: string) => {
    timer.signOfLife(idleTimeout);
    progress.streaming();
    savers[part].add(text);
    onText(part, text);
  };

  const receiveEvent = (event: Exclude<ChatEvent, { type: 'end' }>) => {
    sendNow = undefined;
    switch (event.type) {
      case 'sending':
        timer.signOfLife(firstByteTimeout);
        break;
      case 'connected':
      case 'alive':
        if (event.type === 'alive' && event.isEmpty === true) break;
        timer.signOfLife(event.type === 'connected' ? firstByteTimeout : idleTimeout);
        progress.waiting();
        break;
      case 'text':
      case 'reasoning':
        receiveText(event.type, event.text);
        break;
      case 'connecting':
        progress.connecting();
        break;
      case 'repeating':
        timer.stop();
        sendNow = event.sendNow;
        progress.repeating(toReplyError(event.error), event.at);
    }
  };

  const receiveAll = async (): Promise<ChatEnd> => {
    progress.connecting();
    try {
      for await (const event of events) {
        if (event.type === 'end') return event;
        receiveEvent(event);
      }
    } finally {
      timer.stop();
      await Promise.all([savers.reasoning.save(), savers.text.save()]);
    }
    return { end: 'incomplete', charged: 'yes', exchange: { bytes: 0, endedAfter: 0 } };
  };

  return {
    ended: receiveAll(),
    sendNow: () => sendNow?.(),
    keepWaiting: () => {
      if (!progress.isQuiet()) return;
      timer.keepWaiting();
      progress.waiting();
    },
  };
}

/** Returns functions that call `onProgress`, but only if `state` or `progress.kind` changes. */
function createProgressReport(onProgress: ReceiveReplyOptions['onProgress']) {
  let state: ReplyState = 'connecting';
  let progress: ReplyProgress | undefined;
  const change = (nextState: ReplyState, next: ReplyProgress | undefined) => {
    if (state === nextState && progress?.kind === next?.kind) return;
    state = nextState;
    progress = next;
    onProgress(state, progress);
  };
  return {
    connecting: () => change('connecting', { kind: 'connecting' }),
    repeating: (error: ReplyError, at: number) => change('connecting', { kind: 'repeating', error, at }),
    /** Reports `waiting` before the first text or reasoning. Later, reports that `progress` is undefined. */
    waiting: () => change(state, state === 'streaming' ? undefined : { kind: 'waiting' }),
    streaming: () => change('streaming', undefined),
    quiet: (since: number) => change(state, { kind: 'quiet', since }),
    isQuiet: () => progress?.kind === 'quiet',
  };
}

/**
 * Returns the part of a request's end that is saved in the transcript.
 *
 * @param at The time of the end, in milliseconds since the epoch.
 */
export function toReplyEnding(ended: ChatEnd, at: number): ReplyEnding {
  const { end, charged, finishReason, usage, notices, unreadBytes, exchange } = ended;
  const error = endError(ended, at);
  return {
    end,
    charged,
    finishReason,
    usage,
    ...(notices === undefined ? {} : { notices }),
    ...(unreadBytes === undefined ? {} : { unreadBytes }),
    ...(error === undefined ? {} : { error }),
    ...(exchange.endedAfter === 0 ? {} : { elapsed: Math.round(exchange.endedAfter) }),
    ...(exchange.textAfter === undefined ? {} : { textAfter: Math.round(exchange.textAfter) }),
  };
}

/** Returns the ending of a reply that a crash interrupted. With neither text nor reasoning, the reply may be free. */
export function crashEnding({ text, reasoning }: Pick<Reply, 'text' | 'reasoning'>): ReplyEnding {
  const charged = text + reasoning === '' ? 'maybe' : 'yes';
  const ending = toReplyEnding({ end: 'incomplete', charged, exchange: { bytes: 0, endedAfter: 0 } }, 0);
  return { ...ending, isInterrupted: true };
}

/**
 * Returns the fields of a request's error that are saved or shown, or undefined if there was no error.
 *
 * @param at The time of the end, in milliseconds since the epoch.
 */
export function endError({ error, charged, exchange }: ChatEnd, at: number): ReplyError | undefined {
  if (error === undefined) return undefined;
  return {
    ...toReplyError(error),
    elapsed: exchange.endedAfter,
    mayBeCharged: charged !== 'no',
    ...(error.retryAfter === undefined ? {} : { retryAt: at + error.retryAfter }),
  };
}

/** Returns the fields of an error that are saved or shown. */
export function toReplyError({ name, status, code, detail, isTitle, requestId, body }: APIError): ReplyError {
  return { name, status, code, detail, isTitle, requestId, body };
}
