/** Time in milliseconds for layout in each animation frame. */
const timeInFrame = 24;

/**
 * Makes the browser lay out all parts and chunks in `root`, then removes the class `growing` from `root`. While a reply
 * is streaming, this class lets the browser skip the layout of parts and chunks outside the view. After the reply has
 * ended, scrolling needs exact heights. Works for about `timeInFrame` in each animation frame.
 */
export function layOutGradually(root: Element): void {
  const all = [...root.querySelectorAll('.part, .chunk')];
  let next = 0;

  function layOutNext(): void {
    const end = performance.now() + timeInFrame;
    // Double the number of elements in each pass, so that there are few passes. Each pass forces a layout of the whole
    // page, so that the measured time includes the layout.
    for (let count = 1; next < all.length && performance.now() < end; count *= 2) {
      for (const each of all.slice(next, next + count)) each.classList.add('laid-out');
      next += count;
      root.getBoundingClientRect();
    }
    if (next < all.length) requestAnimationFrame(layOutNext);
    else finish();
  }

  function finish(): void {
    root.classList.remove('growing');
    for (const each of all) each.classList.remove('laid-out');
  }

  layOutNext();
}
