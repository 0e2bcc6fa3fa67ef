import type { FileStore } from '../../common/fileStore.ts';
import { readJournal } from './journal.ts';
import { monthOf } from '../../common/localDay.ts';
import { listMonth } from './journalFiles.ts';
import type { Month } from './monthFiles.ts';
import { matchesFilter, type SpendFilter } from './spendQueries.ts';
import { groupOf } from './monthSums.ts';
import { supersedes, type BookedRequest } from './spendRecord.ts';

/**
 * Reads the journals month by month, in the given order, and yields the matching requests. Within a month, the requests
 * are sorted by the time of sending, oldest first. Skips months without a match. `own` holds the records of this
 * window that are possibly not in a journal yet.
 *
 * @param onUnreadable called with the path of each journal that cannot be read. Without it, such a journal is an error.
 */
export async function* readRequests(
  files: FileStore,
  months: readonly Month[],
  own: readonly BookedRequest[],
  filter: SpendFilter,
  onUnreadable?: (journal: string) => void,
): AsyncGenerator<BookedRequest> {
  for (const month of months) {
    if (![...month.sums.rows].some((row) => matchesFilter(row, filter))) continue;
    const found = new Map<string, BookedRequest>();
    const take = (records: readonly BookedRequest[]) => {
      for (const record of records) {
        const known = found.get(record.id);
        if ((known === undefined || supersedes(record, known)) && matchesFilter(groupOf(record), filter))
          found.set(record.id, record);
      }
    };
    await readMonth(files, month.name, take, onUnreadable);
    take(own.filter(({ day }) => monthOf(day) === month.name));
    yield* [...found.values()].toSorted((a, b) => a.at - b.at);
  }
}

/**
 * Reads all journals of a month. If another window renames or merges journals during the reading, also reads the
 * resulting journals.
 */
async function readMonth(
  files: FileStore,
  month: string,
  take: (records: readonly BookedRequest[]) => void,
  onUnreadable?: (journal: string) => void,
): Promise<void> {
  const read = new Set<string>();
  for (let isMissing = true; isMissing;) {
    isMissing = false;
    for (const path of await listMonth(files, month)) {
      if (read.has(path)) continue;
      read.add(path);
      try {
        if ((await readJournal(files, path, 0, take)).isMissing) isMissing = true;
      } catch (error) {
        if (onUnreadable === undefined) throw error;
        onUnreadable(path);
      }
    }
  }
}
