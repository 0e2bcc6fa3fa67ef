import { keepPlace } from '../scrolling/keepPlace.ts';

/**
 * Number of elements that are shown at once. When the browser shows elements that it has skipped, it prepares the painting
 * of all shown elements of the reply again.
 */
const shownAtOnce = 128;

/**
 * Makes the browser lay out and show all parts and chunks in `root`, then removes the class `growing` from `root`. While
 * a reply is streaming, this class lets the browser skip the layout of parts and chunks outside the view. After the reply
 * has ended, scrolling needs exact heights. Yields after each step.
 */
export function* layOutGradually(root: Element): Generator<void> {
  const all = [...root.querySelectorAll('.part, .chunk')];
  for (let start = 0; start < all.length; start += shownAtOnce) {
    const group = all.slice(start, start + shownAtOnce);
    for (const { lastElementChild } of group) {
      // Asking for the box of an element lays out all that is around it, although the browser still skips that. An element
      // without children is text that was laid out when it was received.
      lastElementChild?.getBoundingClientRect();
      yield;
    }
    keepPlace(root, () => group.forEach(({ classList }) => classList.add('laid-out')));
    yield;
  }
  root.classList.remove('growing');
  for (const each of all) each.classList.remove('laid-out');
}
