/**
 * Adds all items to the end of `target`. Unlike `target.push(...items)`, which passes each item as an argument, it does
 * not overflow the call stack if there are more than about 100,000 items.
 */
export function addAll<Item>(target: Item[], items: Iterable<Item>): void {
  for (const item of items) target.push(item);
}
