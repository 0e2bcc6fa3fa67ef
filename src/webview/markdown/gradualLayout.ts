/** After a step that took less than `shortStep` milliseconds, the next step has twice as many elements. */
const shortStep = 16;
/** After a step that took more than `longStep` milliseconds, the next step has half as many elements. */
const longStep = 48;

/**
 * Makes the browser lay out all parts and chunks in `root`, then removes the class `growing` from `root`. While a reply
 * is streaming, this class lets the browser skip the layout of parts and chunks outside the view. After the reply has
 * ended, scrolling needs exact heights. Yields after each step.
 */
export function* layOutGradually(root: Element): Generator<void> {
  const all = [...root.querySelectorAll('.part, .chunk')];
  // Each step forces a layout of the whole page, so that the measured time includes the layout. The steps grow, because
  // such a layout takes time even for a single element.
  for (let next = 0, count = 1; next < all.length;) {
    const start = performance.now();
    for (const each of all.slice(next, next + count)) each.classList.add('laid-out');
    next += count;
    root.getBoundingClientRect();
    const time = performance.now() - start;
    if (time < shortStep) count *= 2;
    else if (time > longStep) count = Math.ceil(count / 2);
    if (next < all.length) yield;
  }
  root.classList.remove('growing');
  for (const each of all) each.classList.remove('laid-out');
}
