/** An entry of a list on the page. */
export interface KeyedEntry<Item> {
  readonly element: HTMLElement;
  /** Shows the current item of the entry's key. */
  readonly update?: (item: Item) => void;
}

/** The entries of a list element by their keys. */
export interface KeyedList<Item, Entry extends KeyedEntry<Item>> {
  /** Makes missing entries, updates those there are, removes others, and puts all in the order of the items. */
  readonly show: (items: readonly Item[]) => void;
  readonly entries: () => IterableIterator<readonly [key: string, entry: Entry]>;
}

/** Makes an entry once for each key. An entry in its place is not touched, so that it keeps the focus. */
export function createKeyedList<Item, Entry extends KeyedEntry<Item>>(
  list: HTMLElement,
  keyOf: (item: Item) => string,
  make: (item: Item) => Entry,
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
        const entry = entries.get(key) ?? make(item);
        entries.set(key, entry);
        entry.update?.(item);
        if (list.children[index] !== entry.element) list.insertBefore(entry.element, list.children[index] ?? null);
      });
    },
    entries: () => entries.entries(),
  };
}
