import { element } from './dom.ts';
import { LineParts } from './markdown/code/lineParts.ts';

/** An invisible ARIA live region. Screen readers say each sentence that is passed to `announce`. */
export interface Announcer {
  readonly element: HTMLElement;
  readonly announce: (sentence: string) => void;
}

export function createAnnouncer(): Announcer {
  const line = element('div', { class: 'visually-hidden', 'aria-live': 'polite', 'aria-atomic': 'true' });
  return {
    element: line,
    announce: (sentence) => {
      // A new node makes screen readers say the sentence even if it equals the previous sentence.
      const spoken = element('span');
      new LineParts(spoken).append(sentence);
      line.replaceChildren(spoken);
    },
  };
}
