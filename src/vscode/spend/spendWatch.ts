import type { WatchFolder } from '../../common/fileStore.ts';
import { isOtherJournal, spendFolder } from '../../meter/ledger/journalFiles.ts';

/** Milliseconds between a change and the refresh. Another window appends several records in this time. */
const delay = 1_000;

/**
 * Calls `refresh` when another window has added requests to the ledger, so that a visible window without the focus shows
 * the spend of all windows. `refresh` is called one second after the first change, and covers all changes until then. The
 * delay also gives the other window time to warn about its spend, so that this window does not warn too. Returns a
 * function that ends the watch. The system may fail to report changes.
 *
 * @param writerId The part of the names of this window's journals. Changes of these journals are ignored.
 */
export function watchSpend(watch: WatchFolder, writerId: string, refresh: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const end = watch(spendFolder, (name) => {
    if (name !== undefined && !isOtherJournal(name, writerId)) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      refresh();
    }, delay).unref();
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}
