/** The place at the top of the view, in terms that still hold after the panel is rebuilt. */
export interface ReadingPlace {
  readonly messageId: string;
  /** Index of the block in the reply's text; absent in a question and around the text. */
  readonly block?: number;
  /** Distance from the top of the block or message down to the top of the view, in pixels. */
  readonly offset: number;
}

export type MessageElements = ReadonlyMap<string, HTMLElement>;

/** Undefined while nothing is laid out. */
export function findReadingPlace(scroller: HTMLElement, messages: MessageElements): ReadingPlace | undefined {
  const { top } = scroller.getBoundingClientRect();
  const isReached = (each: Element): boolean => each.getBoundingClientRect().bottom > top;
  const topOf = (each: Element): number => each.getBoundingClientRect().top;
  const [found] = [...messages]
    .filter(([, element]) => element.offsetHeight > 0 && isReached(element))
    .sort(([, one], [, other]) => topOf(one) - topOf(other));
  if (found === undefined) return undefined;
  const [messageId, message] = found;
  const markdown = message.querySelector(':scope > .markdown');
  // By its part first: the blocks of one that is not laid out while it is out of view can reach beyond it.
  const part = [...(markdown?.children ?? [])].find(isReached);
  const block = [...(part?.children ?? [])].find(isReached);
  if (markdown === null || block === undefined || topOf(markdown) > top)
    return { messageId, offset: top - topOf(message) };
  return { messageId, block: blocksOf(message).indexOf(block), offset: top - topOf(block) };
}

/** The distance of the place below the top of the view, in pixels; undefined while it is not on the page. */
export function distanceTo(
  { messageId, block, offset }: ReadingPlace,
  scroller: HTMLElement,
  messages: MessageElements,
): number | undefined {
  const message = messages.get(messageId);
  const target = block === undefined || message === undefined ? message : blocksOf(message)[block];
  if (target === undefined) return undefined;
  const { top, height } = target.getBoundingClientRect();
  // In a wider panel it may be less tall.
  return top + Math.min(offset, height - 2) - scroller.getBoundingClientRect().top;
}

function blocksOf(message: Element): readonly Element[] {
  return [...message.querySelectorAll(':scope > .markdown > .part > *')];
}
