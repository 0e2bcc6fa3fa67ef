import type { FileStore } from '../../common/fileStore.ts';
import { monthOf } from '../../common/localDay.ts';
import { endAbandoned } from '../abandonedRequest.ts';
import { journalHead, journalName } from './journalFiles.ts';
import { formatSpendRecord, type BookedRequest } from './spendRecord.ts';

/**
 * Adds requests from another computer to the ledger, except those whose ids are in `known`. Adds the new ids to
 * `known`. Adds a pending request as an ended request with an upper bound of its cost, because no window of this
 * computer will end it. Writes one new journal for each month of the requests. Each journal is written atomically.
 * Resolves with the added requests. Afterwards, the caller must refresh the ledger.
 *
 * @param writerId a part of the names of the new journals. No other journal may have this part in its name.
 * @param addMonth called with the added requests of each month. Must call `write`, which writes their journal.
 */
export async function addRequests(
  files: FileStore,
  requests: readonly BookedRequest[],
  known: Set<string>,
  writerId: string,
  addMonth: (requests: readonly BookedRequest[], write: () => Promise<void>) => Promise<void>,
): Promise<readonly BookedRequest[]> {
  const added = new Map<string, BookedRequest>();
  for (const request of requests) {
    if (known.has(request.id)) continue;
    added.set(request.id, request.end === 'pending' ? endAbandoned(request) : request);
  }
  const months = Map.groupBy(added.values(), ({ day }) => monthOf(day));
  for (const [month, ofMonth] of months) {
    const journal = journalHead + ofMonth.map(formatSpendRecord).join('');
    await addMonth(ofMonth, async () => files.write(journalName(month, writerId), journal));
    for (const { id } of ofMonth) known.add(id);
  }
  return [...added.values()];
}
