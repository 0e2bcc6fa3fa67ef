import type { ClockView, NoticeView } from '../../common/protocol/conversationProtocol.ts';
import { element } from '../dom.ts';
import { LineParts } from '../markdown/code/lineParts.ts';
import { createTicker } from './ticker.ts';

/**
 * The clock's seconds replace the first such mark in the text of a notice. Further marks are shown unchanged, because
 * they may come from a message of the server.
 */
const secondsMark = '{0}';

/** The sentence of a notice. If it has a clock, as in "Trying again in 5 s", the seconds are updated every second. */
export interface ClockSentence {
  readonly element: HTMLElement;
  /** Starts to count from the seconds of `clock`, or stops counting if `clock` is undefined. */
  readonly setClock: (clock: ClockView | undefined) => void;
}

export function createClockSentence({ text, clock }: NoticeView): ClockSentence {
  const sentence = element('p');
  const seconds = element('span', { class: 'clock' });
  let current = clock;
  const ticking = createTicker(sentence, show);

  function show(elapsed: number): void {
    if (current === undefined) return;
    const shown = current.counts === 'up' ? current.seconds + elapsed : Math.max(0, current.seconds - elapsed);
    seconds.textContent = String(shown);
    if (current.counts === 'down' && shown === 0) ticking.stop();
  }

  function setClock(next: ClockView | undefined): void {
    current = next;
    ticking.stop();
    if (next === undefined) return;
    ticking.start();
    show(0);
  }

  const place = clock === undefined ? -1 : text.indexOf(secondsMark);
  const parts = new LineParts(sentence);
  parts.append(place < 0 ? text : text.slice(0, place));
  if (place >= 0) {
    sentence.append(seconds);
    parts.append(text.slice(place + secondsMark.length));
  }
  setClock(clock);
  return { element: sentence, setClock };
}

/** Returns the sentence for screen readers. If the notice has a clock, the clock's seconds replace the first `{0}`. */
export function spokenSentence({ text, clock }: NoticeView): string {
  return clock === undefined ? text : text.replace(secondsMark, String(clock.seconds));
}
