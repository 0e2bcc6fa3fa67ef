import { element } from './dom.ts';

/** The one line through which the panel speaks to screen readers; nobody sees it. */
export interface Announcer {
  readonly element: HTMLElement;
  readonly announce: (sentence: string) => void;
}

export function createAnnouncer(): Announcer {
  const line = element('div', { class: 'visually-hidden', 'aria-live': 'polite', 'aria-atomic': 'true' });
  return {
    element: line,
    announce: (sentence) => {
      // A new node is a change even when the sentence is the same as before.
      line.replaceChildren(element('span', {}, sentence));
    },
  };
}
