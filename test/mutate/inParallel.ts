/**
 * Handles items in parallel, one at a time in each lane. A free lane takes the next item.
 * Resolves with the results in the order of the items.
 * Rejects with the first error, while the other lanes continue.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  lanes: readonly string[],
  handle: (item: T, lane: string) => Promise<R>,
): Promise<readonly R[]> {
  const queue = items.entries();
  const results: R[] = [];
  const work = async (lane: string): Promise<void> => {
    // The lanes share the iterator, so that each item is taken once.
    for (const [index, item] of queue) results[index] = await handle(item, lane);
  };
  await Promise.all(lanes.map(work));
  return results;
}
