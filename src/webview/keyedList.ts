/** One child of a keyed list. */
export interface KeyedEntry<Item> {
  readonly element: HTMLElement;
  /** Called with the current item each time the list is shown, the first time included. */
  readonly update?: (item: Item) => void;
}

/** The children of a list element, each identified by the key of its item. */
export interface KeyedList<Item, Entry extends KeyedEntry<Item>> {
  /** Creates missing entries, updates existing ones, removes all others, and sorts them in the order of `items`. */
  readonly show: (items: readonly Item[]) => void;
  readonly entries: () => IterableIterator<readonly [key: string, entry: Entry]>;
}

/** Calls `create` once per key. An entry that is already in place is not moved: moving an element takes its focus. */
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
