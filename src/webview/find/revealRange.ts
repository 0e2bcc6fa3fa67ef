import { unfoldAround } from '../markdown/code/codeFold.ts';

/** Horizontal scrolling leaves this distance, in CSS pixels, between the range and the edge of the scrolled element. */
const margin = 24;

/**
 * Opens the `<details>` elements and the folded code around a range, and scrolls the range into view if it is not
 * completely visible.
 *
 * @param coveredHeight the number of CSS pixels at the top of the scroller that are covered by another element
 */
export function revealRange(range: StaticRange, scroller: Element, coveredHeight: number): void {
  const holder = range.startContainer.parentElement;
  if (holder === null) return;
  for (
    let details = holder.closest('details');
    details !== null;
    details = details.parentElement?.closest('details') ?? null
  )
    details.open = true;
  unfoldAround(holder);
  // Scroll the element into view first. Outside the view, the browser may skip the layout of the element's content, so
  // that positions within the element would be wrong.
  if (!isInView(holder.getBoundingClientRect(), scroller, coveredHeight))
    center(holder.getBoundingClientRect(), scroller);
  const live = document.createRange();
  live.setStart(range.startContainer, range.startOffset);
  live.setEnd(range.endContainer, range.endOffset);
  for (let each: Element | null = holder; each !== null && each !== scroller; each = each.parentElement) {
    if (each.scrollWidth > each.clientWidth) scrollSideways(each, live.getBoundingClientRect());
    const inner = live.getBoundingClientRect();
    if (each.scrollHeight > each.clientHeight && !isInView(inner, each, 0)) center(inner, each);
  }
  const place = live.getBoundingClientRect();
  if (isInView(place, scroller, coveredHeight)) return;
  center(place, scroller);
}

/** Scrolls a place to the middle of `scroller`. In contrast, `scrollIntoView` would also scroll the page. */
function center({ top, height }: DOMRect, scroller: Element): void {
  const view = scroller.getBoundingClientRect();
  scroller.scrollTop += top + height / 2 - (view.top + view.height / 2);
}

function isInView({ top, bottom }: DOMRect, scroller: Element, coveredHeight: number): boolean {
  const view = scroller.getBoundingClientRect();
  return top >= view.top + coveredHeight && bottom <= view.bottom;
}

function scrollSideways(scrolled: Element, { left, right }: DOMRect): void {
  const view = scrolled.getBoundingClientRect();
  if (left < view.left) scrolled.scrollLeft -= view.left - left + margin;
  else if (right > view.right) scrolled.scrollLeft += right - view.right + margin;
}
