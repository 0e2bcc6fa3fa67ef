import type { ClockView, NoticeView } from '../../common/protocol/conversationProtocol.ts';
import { appendAll, element } from '../dom.ts';
import { createTicker } from './ticker.ts';

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

  const [before = '', ...after] = clock === undefined ? [text] : text.split('{0}');
  appendAll(sentence, [before, ...after.flatMap((part) => [seconds, part])]);
  setClock(clock);
  return { element: sentence, setClock };
}

/** Returns the sentence for screen readers. If the notice has a clock, the clock's seconds replace `{0}`. */
export function spokenSentence({ text, clock }: NoticeView): string {
  return clock === undefined ? text : text.replace('{0}', String(clock.seconds));
}
