/**
 * Calls `handle` for each item, with one of `lanes`. A lane is a string, such as the path of a project copy.
 * The lanes work in parallel. Each handles one item at a time, and then takes the next item that no lane has taken.
 * Resolves with the results in the order of the items.
 * If a call of `handle` rejects, rejects with its error at once, but the other lanes continue.
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
