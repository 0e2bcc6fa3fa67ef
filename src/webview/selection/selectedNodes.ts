/**
 * Elements that are no part of the text: controls, cost lines and hidden elements. In closed details, only the first
 * summary is visible. Folded lines of code count as text, as in VS Code's editor, because the line below the code says
 * how many lines there are.
 */
const ignored =
  'button, input, .code-toolbar, .code-fold, .code-scroll-bar, .message-actions, .reply-footer, .visually-hidden, ' +
  '[hidden], details:not([open]) > :not(summary:first-of-type)';

/** The part of a range that is visible text of the conversation. */
export class SelectedNodes {
  readonly #range: Range;
  /** For each node that contains the start of the range: its first selected child, or null if it has none. */
  readonly #firsts = new Map<Node, Node | null>();
  /** For each node that contains the end of the range: the child after its last selected child, or null. */
  readonly #ends = new Map<Node, Node | null>();

  /** @param range Must intersect the conversation `root`. */
  constructor(range: Range, root: Element) {
    this.#range = rangeWithin(range, root);
    const { startContainer, startOffset, endContainer, endOffset } = this.#range;
    this.#firsts.set(startContainer, startContainer.childNodes[startOffset] ?? null);
    for (let node: Node = startContainer; node.parentNode !== null; node = node.parentNode)
      this.#firsts.set(node.parentNode, node);
    this.#ends.set(endContainer, endContainer.childNodes[endOffset] ?? null);
    for (let node: Node = endContainer; node.parentNode !== null; node = node.parentNode)
      this.#ends.set(node.parentNode, node.nextSibling);
  }

  /**
   * Returns the children that the range touches and that are not ignored. Takes no time for the other children:
   * `Range.intersectsNode` for each child would take time in proportion to the square of the number of children.
   */
  children(parent: Node): readonly Node[] {
    const all: Node[] = [];
    const end = this.#ends.get(parent) ?? null;
    const first = this.#firsts.get(parent);
    for (let child = first === undefined ? parent.firstChild : first; child !== null && child !== end;) {
      if (!(child instanceof Element && child.matches(ignored))) all.push(child);
      child = child.nextSibling;
    }
    return all;
  }

  /** Returns the selected part of a text node that the range touches. */
  text(node: Text): string {
    const { startContainer, startOffset, endContainer, endOffset } = this.#range;
    return node.data.slice(node === startContainer ? startOffset : 0, node === endContainer ? endOffset : undefined);
  }
}

/** Returns the part of `range` in `root`. `range` must intersect `root`. */
function rangeWithin(range: Range, root: Element): Range {
  const within = document.createRange();
  within.selectNodeContents(root);
  if (range.compareBoundaryPoints(Range.START_TO_START, within) > 0)
    within.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, within) < 0) within.setEnd(range.endContainer, range.endOffset);
  return within;
}
