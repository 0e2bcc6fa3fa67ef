import type { FileStore } from '../../common/fileStore.ts';
import { purgedRecordSteps } from '../messages/purgeDeleted.ts';
import { formatTranscriptRecord, versionRecord, type TranscriptRecord } from '../messages/transcript.ts';
import { runInSlices, type Steps } from '../messages/steps.ts';
import { isNewerVersion } from '../../common/versionedFile.ts';
import { sessionFileName } from '../sessions/sessionStore.ts';
import { markImported } from './importMark.ts';

/** A workspace of this computer to which sessions are added. */
export interface MergeTarget {
  readonly files: FileStore;
  /** Holds a session while `write` runs. Returns false, and does nothing, if a window shows the session. */
  readonly withSession: (id: string, write: () => Promise<void>) => Promise<boolean>;
}

/**
 * The result of importing a session, compared with the session of this computer that has the same id:
 *
 * - `added`: this computer had no such session.
 * - `extended`: its session had only the first records, so the other records were appended.
 * - `replaced`: its session had different records, and was replaced.
 * - `unchanged`: its session already has all records.
 * - `different`: its session has different records or was written by a newer version. It was not changed.
 * - `open`: nothing was changed, because a window shows the session, or created its file during the import.
 */
export type MergeResult = 'added' | 'extended' | 'replaced' | 'unchanged' | 'different' | 'open';

/**
 * Imports all records of a session, or changes nothing. Replaces different records only if `replaces` is true. Lets
 * other tasks run in between, because a session may be large.
 */
export async function mergeSession(
  target: MergeTarget,
  id: string,
  records: readonly TranscriptRecord[],
  replaces: boolean,
): Promise<MergeResult> {
  const { files, withSession } = target;
  const name = sessionFileName(id);
  const lines = await runInSlices(lineSteps(records));
  const whole = [formatTranscriptRecord(versionRecord), ...lines].join('');
  const existing = await files.read(name);
  if (existing === undefined) return (await files.create(name, whole, { flush: true })) ? 'added' : 'open';
  // An archive does not have the content of deleted messages, so compare without this content.
  const existingRecords = await runInSlices(purgedRecordSteps(existing));
  const known = await runInSlices(lineSteps(existingRecords));
  const common = commonStart(known, lines);
  if (common === lines.length) return 'unchanged';
  const isExtension = common === known.length;
  // The file of a newer version is never changed.
  const isNewer = existingRecords.some((record) => isNewerVersion(record, versionRecord.version));
  if (isNewer || (!isExtension && !replaces)) return 'different';
  let latest: string | undefined = existing;
  const isHeld = await withSession(id, async () => {
    // A window may have written the session before the lease was acquired.
    latest = await files.read(name);
    if (latest !== existing) return;
    if (isExtension) await files.append(name, lines.slice(common).join(''), { flush: true });
    else await files.write(name, whole);
  });
  if (latest !== existing) return mergeSession(target, id, records, replaces);
  if (!isHeld) return 'open';
  return isExtension ? 'extended' : 'replaced';
}

/**
 * Formats, in steps, all records except version records. An archive has none, and a new file begins with
 * `versionRecord`. Marks the replies as imported, also those of a known session, so that equal records stay equal.
 */
function* lineSteps(records: readonly TranscriptRecord[]): Steps<readonly string[]> {
  const lines: string[] = [];
  for (const record of records) {
    if (record.type === 'version') continue;
    const line = formatTranscriptRecord(markImported(record));
    lines.push(line);
    yield line.length;
  }
  return lines;
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((line, at) => line !== other[at]);
  return index === -1 ? one.length : index;
}
