import { firstOf } from './readingPlace.ts';

/**
 * Runs `change`, which changes the heights of children of `root`. What is at the top of the view stays there. The browser
 * would move it if it has skipped these children.
 */
export function keepPlace(root: Element, change: () => void): void {
  const scroller = root.closest('.log') ?? document.documentElement;
  const { top } = scroller.getBoundingClientRect();
  const children = [...root.children];
  const shown = children[firstOf(children, (each) => each.getBoundingClientRect().bottom > top)];
  // If all children are above the view, what is below them stays.
  const edge = () => shown?.getBoundingClientRect().top ?? root.getBoundingClientRect().bottom;
  const before = edge();
  change();
  const distance = Math.round(edge() - before);
  // Setting even the same position can disturb a scroll animation.
  if (distance !== 0) scroller.scrollTop += distance;
}
