import type { ReplyTiming } from '../common/replyTiming.ts';
import type { ChatEvent } from './chatEvent.ts';

/** Measures the times of one request from its events. */
export interface ReplyTimes {
  /** Call this for each event when it arrives. */
  add(event: ChatEvent): void;
  /** Returns the times of the last attempt. If there was no `end` event yet, the end is now. */
  timing(): ReplyTiming;
}

/** `now` returns milliseconds since the epoch. */
export function createReplyTimes(now: () => number): ReplyTimes {
  let firstText: number | undefined;
  /** The time of the last text, or of the first event of the attempt if there was no text. */
  let last: number | undefined;
  let end: number | undefined;
  return {
    add({ type }) {
      if (type === 'end') end = now();
      else if (type === 'repeating' || type === 'connecting') last = undefined;
      else if (type === 'text' || type === 'reasoning') {
        last = now();
        firstText ??= last;
      } else last ??= now();
    },
    timing() {
      const ended = end ?? now();
      return {
        receivingFor: Math.max(0, (last ?? 0) - (firstText ?? last ?? 0)),
        silentFor: Math.max(0, ended - (last ?? ended)),
      };
    },
  };
}
