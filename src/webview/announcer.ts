import { element } from './dom.ts';
import { LineParts } from './markdown/code/lineParts.ts';

/**
 * Time in milliseconds after which a sentence is removed. It may be outdated by then, but a user who reads the page with
 * the arrow keys of a screen reader would still find it below the panel.
 */
const shownTime = 10_000;

/** An invisible ARIA live region. Screen readers say each sentence that is passed to `announce`. */
export interface Announcer {
  readonly element: HTMLElement;
  readonly announce: (sentence: string) => void;
}

export function createAnnouncer(): Announcer {
  const line = element('div', { class: 'visually-hidden', 'aria-live': 'polite', 'aria-atomic': 'true' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    element: line,
    announce: (sentence) => {
      // A new node makes screen readers say the sentence even if it equals the previous sentence.
      const spoken = element('span');
      new LineParts(spoken).append(sentence);
      line.replaceChildren(spoken);
      clearTimeout(timer);
      timer = setTimeout(() => line.replaceChildren(), shownTime);
    },
  };
}
