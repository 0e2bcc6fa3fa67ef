/**
 * Makes the browser lay out all parts and chunks in `root`, then removes the class `growing` from `root`. While a reply
 * is streaming, this class lets the browser skip the layout of parts and chunks outside the view. After the reply has
 * ended, scrolling needs exact heights. Yields after each step.
 */
export function* layOutGradually(root: Element): Generator<void> {
  for (const each of root.querySelectorAll('.part, .chunk')) {
    layOut(each);
    yield;
  }
  root.classList.remove('growing');
}

/**
 * Lays out an element, although the browser skips it. If the element was shown instead, the browser would prepare the
 * painting of all shown elements again in the next frame.
 */
function layOut(skipped: Element): void {
  const { lastElementChild, lastChild } = skipped;
  // Asking for the box of a node lays out all that is around the node.
  if (lastElementChild !== null) lastElementChild.getBoundingClientRect();
  else if (lastChild !== null) {
    const range = document.createRange();
    range.selectNode(lastChild);
    range.getBoundingClientRect();
  }
}
