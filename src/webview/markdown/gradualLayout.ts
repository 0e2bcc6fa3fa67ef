import { keepPlace } from '../scrolling/keepPlace.ts';

/**
 * The maximum number of elements that are shown at once. When the browser shows elements that it has skipped, it prepares
 * the painting of all shown elements of the reply again.
 */
const maxShownAtOnce = 128;
/** The number of elements that are shown at first. */
const firstShown = 8;
/** The aim for the time to show elements at once, in milliseconds. */
const showTime = 30;

/**
 * Makes the browser lay out and show all parts and chunks in `root`, then removes the class `growing` from `root`. While
 * a reply is streaming, this class lets the browser skip the layout of parts and chunks outside the view. After the reply
 * has ended, scrolling needs exact heights. Yields after each step.
 */
export function* layOutGradually(root: Element): Generator<void> {
  const all = [...root.querySelectorAll('.part, .chunk')];
  // To show an element without children takes much longer, because the browser does not keep the layout of its lines.
  for (const isOnlyText of [false, true])
    yield* showInGroups(
      root,
      all.filter(({ lastElementChild }) => (lastElementChild === null) === isOnlyText),
    );
  root.classList.remove('growing');
  for (const each of all) each.classList.remove('laid-out');
}

function* showInGroups(root: Element, all: readonly Element[]): Generator<void> {
  let count = firstShown;
  let rest = 0;
  for (let start = 0; start < all.length;) {
    const group = all.slice(start, start + count);
    start += count;
    for (const { lastElementChild } of group) {
      // Asking for the box of an element lays out all that is around it, although the browser still skips that.
      lastElementChild?.getBoundingClientRect();
      yield;
    }
    const before = performance.now();
    // Measures places after the change, and thus includes the layout.
    rest = keepPlace(root, () => group.forEach(({ classList }) => classList.add('laid-out')), rest);
    count = performance.now() - before > showTime ? Math.ceil(count / 2) : Math.min(maxShownAtOnce, count * 2);
    yield;
  }
}
