import { firstOf } from './readingPlace.ts';

/**
 * Runs `change`, which changes the heights of children of `root`. What is at the top of the view stays there. The browser
 * would move it if it has skipped these children. Returns the part of a pixel by which it has moved all the same, which
 * must be passed to the next call as `rest`, so that many calls do not add up to a pixel.
 */
export function keepPlace(root: Element, change: () => void, rest = 0): number {
  const scroller = root.closest('.log') ?? document.documentElement;
  const { top } = scroller.getBoundingClientRect();
  const firstShown = (elements: Iterable<Element>) => {
    const all = [...elements];
    return all[firstOf(all, (each) => each.getBoundingClientRect().bottom > top)];
  };
  const child = firstShown(root.children);
  // The heights of chunks above the view also change.
  const block = child && (firstShown(child.children) ?? child);
  const shown = block && (firstShown(block.querySelectorAll('.chunk')) ?? block);
  // If all children are above the view, what is below them stays.
  const edge = () => shown?.getBoundingClientRect().top ?? root.getBoundingClientRect().bottom;
  const before = edge();
  change();
  const moved = edge() - before + rest;
  const distance = Math.round(moved);
  // Setting even the same position can disturb a scroll animation.
  if (distance !== 0) scroller.scrollTop += distance;
  return moved - distance;
}
