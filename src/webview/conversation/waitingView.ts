import * as l10n from '@vscode/l10n';
import { element } from '../dom.ts';
import { createTicker } from './ticker.ts';

/** A line that says what a reply is waiting for. After 3 seconds, also shows the duration of the wait in seconds. */
export interface WaitingView {
  readonly element: HTMLElement;
  /** Shows `sentence`, or hides the line if `sentence` is empty. */
  readonly show: (sentence: string) => void;
}

export function createWaitingView(): WaitingView {
  const sentence = element('span', { class: 'sentence' });
  const elapsed = element('span', { class: 'elapsed' });
  const dots = element(
    'span',
    { class: 'dots', 'aria-hidden': 'true' },
    element('span'),
    element('span'),
    element('span'),
  );
  const line = element('div', { class: 'waiting', hidden: true }, dots, sentence, elapsed);
  const clock = createTicker(line, (seconds) => {
    // Most replies begin within 3 seconds. Seconds that are shown only briefly would distract.
    if (seconds >= 3) elapsed.textContent = l10n.t('{0} s', seconds);
  });

  return {
    element: line,
    show: (text) => {
      sentence.textContent = text;
      line.hidden = text === '';
      if (text !== '') {
        clock.start();
        return;
      }
      clock.stop();
      elapsed.textContent = '';
    },
  };
}
