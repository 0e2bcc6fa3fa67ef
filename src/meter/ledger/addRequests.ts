import type { FileStore } from '../../common/fileStore.ts';
import { monthOf } from '../../common/localDay.ts';
import { endAbandoned } from '../abandonedRequest.ts';
import { journalHead, journalName } from './journalFiles.ts';
import { formatSpendRecord, type BookedRequest } from './spendRecord.ts';

/**
 * Adds requests from another computer to the ledger, except those whose ids are in `known`. Adds the new ids to `known`.
 * A request that has not ended gets its upper bound, because nobody here will end it. Writes a new journal for each
 * month, which is complete or missing. Resolves with the added requests. The caller must refresh the ledger.
 *
 * @param writerId a part of the journals' names that no window has used
 */
export async function addRequests(
  files: FileStore,
  requests: readonly BookedRequest[],
  known: Set<string>,
  writerId: string,
): Promise<readonly BookedRequest[]> {
  const added = new Map<string, BookedRequest>();
  for (const request of requests) {
    if (known.has(request.id)) continue;
    added.set(request.id, request.end === 'pending' ? { ...request, ...endAbandoned(request) } : request);
  }
  const months = Map.groupBy(added.values(), ({ day }) => monthOf(day));
  for (const [month, ofMonth] of months) {
    await files.write(journalName(month, writerId), journalHead + ofMonth.map(formatSpendRecord).join(''));
    for (const { id } of ofMonth) known.add(id);
  }
  return [...added.values()];
}
