/** Horizontal scrolling leaves this distance, in CSS pixels, between the range and the edge of the scrolled element. */
const margin = 24;

/** Opens the `<details>` elements around a range, and scrolls the range into view if it is not completely visible. */
export function revealRange(range: StaticRange, scroller: Element): void {
  const holder = range.startContainer.parentElement;
  if (holder === null) return;
  for (
    let details = holder.closest('details');
    details !== null;
    details = details.parentElement?.closest('details') ?? null
  )
    details.open = true;
  // Scroll the element into view first. Outside the view, the browser may skip the layout of the element's content, so
  // that positions within the element would be wrong.
  if (!isInView(holder.getBoundingClientRect(), scroller)) holder.scrollIntoView({ block: 'center' });
  const live = document.createRange();
  live.setStart(range.startContainer, range.startOffset);
  live.setEnd(range.endContainer, range.endOffset);
  for (let each: Element | null = holder; each !== null && each !== scroller; each = each.parentElement) {
    if (each.scrollWidth > each.clientWidth) scrollSideways(each, live.getBoundingClientRect());
  }
  const place = live.getBoundingClientRect();
  if (isInView(place, scroller)) return;
  const view = scroller.getBoundingClientRect();
  scroller.scrollTop += place.top + place.height / 2 - (view.top + view.height / 2);
}

function isInView({ top, bottom }: DOMRect, scroller: Element): boolean {
  const view = scroller.getBoundingClientRect();
  // The find bar covers the top 40 pixels.
  return top >= view.top + 40 && bottom <= view.bottom;
}

function scrollSideways(scrolled: Element, { left, right }: DOMRect): void {
  const view = scrolled.getBoundingClientRect();
  if (left < view.left) scrolled.scrollLeft -= view.left - left + margin;
  else if (right > view.right) scrolled.scrollLeft += right - view.right + margin;
}
