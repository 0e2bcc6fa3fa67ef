import type { FileStore } from '../../common/fileStore.ts';
import { purgeTranscript } from '../messages/purgeDeleted.ts';
import { formatTranscriptRecord, parseRecords, versionRecord, type TranscriptRecord } from '../messages/transcript.ts';
import { isNewerVersion } from '../../common/versionedFile.ts';
import { sessionFileName } from '../sessions/sessionStore.ts';

/** A workspace of this computer to which sessions are added. */
export interface MergeTarget {
  readonly files: FileStore;
  /** Holds a session while `write` runs. Returns false, and does nothing, if a window shows the session. */
  readonly withSession: (id: string, write: () => Promise<void>) => Promise<boolean>;
}

/**
 * - `added`: there was no session with this id.
 * - `extended`: the session had only the first records, so the other records were appended.
 * - `replaced`: the session was different, and was replaced.
 * - `unchanged`: the session already has all records.
 * - `different`: the session is different, and was not changed.
 * - `open`: nothing was changed, because a window shows the session.
 */
export type MergeResult = 'added' | 'extended' | 'replaced' | 'unchanged' | 'different' | 'open';

/** Adds a session with all its records, or changes nothing. Replaces a different session only if `replaces` is true. */
export async function mergeSession(
  { files, withSession }: MergeTarget,
  id: string,
  records: readonly TranscriptRecord[],
  replaces: boolean,
): Promise<MergeResult> {
  const name = sessionFileName(id);
  const lines = linesOf(records);
  const whole = [formatTranscriptRecord(versionRecord), ...lines].join('');
  const existing = await files.read(name);
  if (existing === undefined) return (await files.create(name, whole)) ? 'added' : 'open';
  // An archive has no deleted messages, so compare without them.
  const existingRecords = parseRecords(purgeTranscript(existing, []) ?? existing);
  const known = linesOf(existingRecords);
  const common = commonStart(known, lines);
  if (common === lines.length) return 'unchanged';
  const isExtension = common === known.length;
  // The file of a newer version is never changed.
  const isNewer = existingRecords.some((record) => isNewerVersion(record, versionRecord.version));
  if (isNewer || (!isExtension && !replaces)) return 'different';
  const isWritten = await withSession(id, async () => {
    if (isExtension) await files.append(name, lines.slice(common).join(''), { flush: true });
    else await files.write(name, whole);
  });
  if (!isWritten) return 'open';
  return isExtension ? 'extended' : 'replaced';
}

/** Formats the records, except those with a version: an archive has none, and a new file begins with our own. */
function linesOf(records: readonly TranscriptRecord[]): readonly string[] {
  return records.filter(({ type }) => type !== 'version').map(formatTranscriptRecord);
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((line, at) => line !== other[at]);
  return index === -1 ? one.length : index;
}
