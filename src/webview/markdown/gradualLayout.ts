/** Time in milliseconds for layout in each animation frame. */
const timeInFrame = 24;

/**
 * While a reply is streaming, the browser skips the layout of the parts and chunks outside the view. Afterwards, scrolling
 * needs exact heights. Removes the class `growing` of `root` once each part and chunk has its layout. Works for about
 * `timeInFrame` in each animation frame.
 */
export function layOutGradually(root: Element): void {
  const all = [...root.querySelectorAll('.part, .chunk')];
  let next = 0;

  function layOutNext(): void {
    const end = performance.now() + timeInFrame;
    // The number of elements doubles, because measuring the time requires a layout of the whole page.
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
