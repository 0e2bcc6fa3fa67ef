/** One child of a keyed list. */
export interface KeyedEntry<Item> {
  readonly element: HTMLElement;
  /** Called each time `show` gets an item with the key of this entry, including the first time. */
  readonly update?: (item: Item) => void;
}

/** The children of a list element, each identified by the key of its item. */
export interface KeyedList<Item, Entry extends KeyedEntry<Item>> {
  /** Creates missing entries, removes entries without an item, and updates and sorts the entries to match `items`. */
  readonly show: (items: readonly Item[]) => void;
  readonly entries: () => IterableIterator<readonly [key: string, entry: Entry]>;
}

/**
 * Creates a keyed list whose entries are the children of `list`. `show` does not move elements that are already in the
 * right place, because a moved element loses the focus.
 */
export function createKeyedList<Item, Entry extends KeyedEntry<Item>>(
  list: HTMLElement,
  keyOf: (item: Item) => string,
  create: (item: Item) => Entry,
): KeyedList<Item, Entry> {
  const entries = new Map<string, Entry>();
  return {
    show: (items) => {
      const keys = new Set(items.map(keyOf));
      for (const [key, entry] of entries) {
        if (keys.has(key)) continue;
        entry.element.remove();
        entries.delete(key);
      }
      items.forEach((item, index) => {
        const key = keyOf(item);
        const entry = entries.get(key) ?? create(item);
        entries.set(key, entry);
        entry.update?.(item);
        if (list.children[index] !== entry.element) list.insertBefore(entry.element, list.children[index] ?? null);
      });
    },
    entries: () => entries.entries(),
  };
}
