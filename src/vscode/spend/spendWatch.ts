import type { WatchFolder } from '../../common/fileStore.ts';
import { isOtherJournal, spendFolder } from '../../meter/ledger/journalFiles.ts';

/** Milliseconds between a change and the refresh. Another window appends several records in this time. */
const delay = 1_000;

export interface SpendWatch {
  /** Must be called after the ledger's folder was removed, because a watch ends with its folder. */
  readonly restart: () => void;
  readonly dispose: () => void;
}

/**
 * Calls `refresh` when another window has added requests to the ledger, so that a visible window without the focus
 * shows the spend of all windows. `refresh` is called one second after the first change, and covers all changes until
 * then. The delay also gives the other window time to warn about its spend, so that this window does not warn too. The
 * system may fail to report changes.
 *
 * @param writerId The part of the names of this window's journals. Changes of these journals are ignored.
 */
export function watchSpend(watch: WatchFolder, writerId: string, refresh: () => void): SpendWatch {
  let timer: NodeJS.Timeout | undefined;
  const start = () =>
    watch(spendFolder, (name) => {
      if (name !== undefined && !isOtherJournal(name, writerId)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh();
      }, delay).unref();
    });
  let end = start();
  let isDisposed = false;
  return {
    restart: () => {
      if (isDisposed) return;
      end();
      end = start();
    },
    dispose: () => {
      isDisposed = true;
      end();
      clearTimeout(timer);
    },
  };
}
