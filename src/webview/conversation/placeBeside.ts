const margin = 8;
const gap = 4;

/** Places a box that is fixed in the panel above an element, or below it where there is more room; never out of the panel. */
export function placeBeside(box: HTMLElement, anchor: HTMLElement): void {
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const start = getComputedStyle(anchor).direction === 'rtl' ? right - width : left;
  const above = top - gap - height;
  const below = bottom + gap;
  const isAbove = above >= margin || top > window.innerHeight - bottom;
  box.style.left = `${within(start, window.innerWidth - width)}px`;
  box.style.top = `${within(isAbove ? above : below, window.innerHeight - height)}px`;
}

function within(wanted: number, most: number): number {
  return Math.max(margin, Math.min(wanted, most - margin));
}
