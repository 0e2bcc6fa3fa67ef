/**
 * Adds all items to the end of `target`. Does not overflow the call stack, however many items there are. In
 * contrast, `target.push(...items)` passes each item as an argument, and fails for more than about 100,000 items.
 */
export function addAll<Item>(target: Item[], items: Iterable<Item>): void {
  for (const item of items) target.push(item);
}
