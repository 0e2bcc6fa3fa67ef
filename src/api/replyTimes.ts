import type { ReplyTiming } from '../common/replyTiming.ts';
import type { ChatEvent } from './chatEvent.ts';

/** Measures the times of one request from its events. */
export interface ReplyTimes {
  /** Call this for each event when it arrives. */
  add(event: ChatEvent): void;
  /** Returns the times of the last attempt. If there was no `end` event yet, the end is now. */
  timing(): ReplyTiming;
}

/** The shortest long pause; see ReplyTiming. Before the first text, most services need less time. */
const longPause = 2_000;

/**
 * With fewer long pauses in the text, or longer bursts between them, the pauses are no bursts of a gateway. The service
 * itself may then have paused, for example for hidden reasoning.
 */
const [leastPauses, longestBurst] = [5, 500];

/** `now` returns milliseconds since the epoch. */
export function createReplyTimes(now: () => number): ReplyTimes {
  let firstText: number | undefined;
  /** The time of the last text, or of the first event of the attempt if there was no text. */
  let last: number | undefined;
  let end: number | undefined;
  let longPauses = 0;
  /** The part of `longPauses` after the first text. */
  let longPausesInText = 0;
  let longPauseCount = 0;

  const addText = (at: number) => {
    const pause = at - (last ?? at);
    if (pause >= longPause) {
      longPauses += pause;
      if (firstText !== undefined) {
        longPausesInText += pause;
        longPauseCount += 1;
      }
    }
    last = at;
    firstText ??= at;
  };

  return {
    add({ type }) {
      if (type === 'end') end = now();
      else if (type === 'repeating' || type === 'connecting') last = undefined;
      else if (type === 'text' || type === 'reasoning') addText(now());
      else last ??= now();
    },
    timing() {
      const ended = end ?? now();
      const textFor = (last ?? 0) - (firstText ?? last ?? 0);
      const receivingFor = Math.max(0, textFor - longPausesInText);
      const isInBursts = longPauseCount >= leastPauses && receivingFor / (longPauseCount + 1) < longestBurst;
      return {
        receivingFor,
        silentFor: longPauses + Math.max(0, ended - (last ?? ended)),
        ...(isInBursts ? { burstsOver: textFor } : {}),
      };
    },
  };
}
