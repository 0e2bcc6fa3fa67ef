/** Space around what is brought into view sideways. */
const margin = 24;

/** Brings a part of the text into view: opens what it is hidden in, and scrolls only as far as it has to. */
export function revealRange(range: StaticRange, scroller: Element): void {
  const holder = range.startContainer.parentElement;
  if (holder === null) return;
  for (
    let details = holder.closest('details');
    details !== null;
    details = details.parentElement?.closest('details') ?? null
  )
    details.open = true;
  // A block that is not laid out while it is out of view has no place before this.
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
  // The bar covers the first lines.
  return top >= view.top + 40 && bottom <= view.bottom;
}

function scrollSideways(scrolled: Element, { left, right }: DOMRect): void {
  const view = scrolled.getBoundingClientRect();
  if (left < view.left) scrolled.scrollLeft -= view.left - left + margin;
  else if (right > view.right) scrolled.scrollLeft += right - view.right + margin;
}
