/** The place at the top of the view, described so that the place can be found again after the panel is rebuilt. */
export interface ReadingPlace {
  readonly messageId: string;
  /**
   * Index of the Markdown block in a reply; undefined for a question. Also undefined if the view begins above or below
   * the reply's text.
   */
  readonly block?: number;
  /**
   * Pixels from the top of the block or message down to the top of the view. Negative if the view begins above the
   * block or message.
   */
  readonly offset: number;
}

/** The elements of all messages, by message id. */
export type MessageElements = ReadonlyMap<string, HTMLElement>;

/** Returns the place at the top of the view; undefined if no laid-out message ends below the top. */
export function findReadingPlace(scroller: HTMLElement, messages: MessageElements): ReadingPlace | undefined {
  const { top } = scroller.getBoundingClientRect();
  const endsBelowTop = (each: Element): boolean => each.getBoundingClientRect().bottom > top;
  const topOf = (each: Element): number => each.getBoundingClientRect().top;
  const [found] = [...messages]
    .filter(([, element]) => element.offsetHeight > 0 && endsBelowTop(element))
    .sort(([, one], [, other]) => topOf(one) - topOf(other));
  if (found === undefined) return undefined;
  const [messageId, message] = found;
  const markdown = message.querySelector(':scope > .markdown');
  // Find the part first (see `BlockParts`). If `content-visibility` skips a part, its blocks can report wrong boxes.
  const parts = [...(markdown?.children ?? [])];
  const part = firstOf(parts, endsBelowTop);
  const blocks = [...(parts[part]?.children ?? [])];
  const index = blocks.findIndex(endsBelowTop);
  const block = blocks[index];
  if (markdown === null || block === undefined || topOf(markdown) > top)
    return { messageId, offset: top - topOf(message) };
  const before = parts.slice(0, part).reduce((count, { childElementCount }) => count + childElementCount, 0);
  return { messageId, block: before + index, offset: top - topOf(block) };
}

/**
 * Returns the index of the first element for which `test` is true, or the number of elements. `test` must be true for all
 * elements below that. Tests only a few, because a long reply has hundreds of parts, and the user may be scrolling.
 */
export function firstOf(elements: readonly Element[], test: (each: Element) => boolean): number {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const each = elements[middle];
    if (each !== undefined && test(each)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns the distance in pixels from the top of the view down to a place; negative if the place is above the top.
 * Returns undefined while the place is not on the page.
 */
export function distanceTo(
  { messageId, block, offset }: ReadingPlace,
  scroller: HTMLElement,
  messages: MessageElements,
): number | undefined {
  const message = messages.get(messageId);
  const target = block === undefined || message === undefined ? message : blocksOf(message)[block];
  if (target === undefined) return undefined;
  const { top, height } = target.getBoundingClientRect();
  // Limit `offset` to the height, because the block is less tall if the panel has become wider.
  return top + Math.min(offset, height - 2) - scroller.getBoundingClientRect().top;
}

function blocksOf(message: Element): readonly Element[] {
  return [...message.querySelectorAll(':scope > .markdown > .part > *')];
}
