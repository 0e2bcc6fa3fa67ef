import { element } from './dom.ts';

/** An invisible ARIA live region: screen readers say each sentence that is put into it. */
export interface Announcer {
  readonly element: HTMLElement;
  readonly announce: (sentence: string) => void;
}

export function createAnnouncer(): Announcer {
  const line = element('div', { class: 'visually-hidden', 'aria-live': 'polite', 'aria-atomic': 'true' });
  return {
    element: line,
    announce: (sentence) => {
      // A new node makes screen readers say the sentence even if it is the same as before.
      line.replaceChildren(element('span', {}, sentence));
    },
  };
}
