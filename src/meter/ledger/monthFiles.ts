import type { FileFacts, FileStore } from '../../common/fileStore.ts';
import { readJournal } from './journal.ts';
import { closingTime, headBytes, spendFolder } from './journalFiles.ts';
import { createMonthSums } from './monthSums.ts';
import {
  formatMonthSnapshot,
  isNewerSnapshot,
  parseMonthSnapshot,
  snapshotVersion,
  type MonthSnapshot,
} from './monthSnapshot.ts';

/**
 * A month of the ledger, as read from these files:
 * - `spend/<month>-<writer>.jsonl` are the journals. See `journalFiles.ts`.
 * - `spend/<month>.sums.json` is the snapshot, a file with the sums of the journals. Any window may write the snapshot.
 *   The snapshot may be stale or missing. See `findSnapshotFile`.
 */
export interface Month extends MonthSnapshot {
  /** The month, such as `2026-11`. */
  readonly name: string;
  /** The number of bytes that were read of each journal, by journal name. */
  readonly offsets: Map<string, number>;
  /** The number of bytes that the snapshot file covers, added up over all journals of the month. */
  rolledUp: number;
}

/**
 * Restores a month from its snapshot. Returns an empty month if the snapshot is missing, cannot be read, has another
 * format version, is damaged, or does not fit the journals (see `fitsJournals`). Renames a damaged snapshot, unless the
 * disk refuses to. Never rejects, because the journals alone are enough to know the spend.
 */
export async function openMonth(files: FileStore, name: string, journals: readonly FileFacts[]): Promise<Month> {
  try {
    const snapshotFile = await findSnapshotFile(files, name);
    const text = await files.read(snapshotFile);
    const kept = text === undefined ? undefined : await parseOrQuarantine(files, snapshotFile, text);
    if (kept !== undefined && fitsJournals(kept, journals)) {
      const offsets = new Map(kept.offsets);
      return { name, sums: kept.sums, offsets, rolledUp: bytesOf(offsets) };
    }
  } catch {
    // The snapshot is only a cache.
  }
  return newMonth(name);
}

async function parseOrQuarantine(files: FileStore, file: string, text: string): Promise<MonthSnapshot | undefined> {
  try {
    return parseMonthSnapshot(text);
  } catch {
    await quarantine(files, file);
    return undefined;
  }
}

export function newMonth(name: string): Month {
  return { name, sums: createMonthSums(), offsets: new Map(), rolledUp: 0 };
}

/**
 * Returns true if the sums up to `offsets` are still valid for the current journals. Returns false if a journal in
 * `offsets` is now missing, or is shorter than its offset. Also returns false if a closed journal is not in `offsets`.
 * Closing renames a journal, and a window may then create a new journal under the old name. The offset of the old name
 * is then wrong.
 */
export function fitsJournals({ offsets }: MonthSnapshot, journals: readonly FileFacts[]): boolean {
  const sizes = new Map(journals.map(({ name, size }) => [name, size]));
  const isRead = ({ name }: FileFacts) => closingTime(name) === undefined || offsets.has(name);
  return journals.every(isRead) && [...offsets].every(([name, offset]) => offset <= (sizes.get(name) ?? -1));
}

interface ReadTails {
  /** The errors of the journals that could not be read or renamed, by journal name. */
  readonly errors: ReadonlyMap<string, unknown>;
  /** True if a listed journal is missing now, for example because another window has merged it. */
  readonly isMissing: boolean;
  /** The new paths of the journals that were renamed. */
  readonly renamed: readonly string[];
}

/**
 * Adds the new records of each journal to the sums, and advances the journal's offset. Renames a journal if it is read
 * for the first time and has complete, non-empty lines, but none of these lines is a JSON object.
 */
export async function readTails(
  files: FileStore,
  { sums, offsets }: Month,
  journals: readonly FileFacts[],
): Promise<ReadTails> {
  const errors = new Map<string, unknown>();
  const renamed: string[] = [];
  let isMissing = false;
  for (const { name, size } of journals) {
    const start = offsets.get(name) ?? 0;
    offsets.set(name, start);
    if (size <= start) continue;
    try {
      const part = await readJournal(files, `${spendFolder}/${name}`, start, (records, offset) => {
        for (const record of records) sums.take(record);
        offsets.set(name, offset);
      });
      if (part.isMissing) isMissing = true;
      if (!part.isForeign || start > 0) continue;
      offsets.delete(name);
      const newName = await quarantine(files, `${spendFolder}/${name}`);
      if (newName !== undefined) renamed.push(newName);
    } catch (error) {
      errors.set(name, error);
    }
  }
  return { errors, isMissing, renamed };
}

const defaultRollUpBytes = 262_144;

/**
 * Writes the snapshot of a month if enough bytes of journals were read since the last snapshot. If the month has ended
 * (`isOver`), any change is enough. Otherwise, the least number of new bytes is `atLeast` plus 1/64 of the bytes that
 * the last snapshot covers.
 */
export async function rollUp(
  files: FileStore,
  month: Month,
  isOver: boolean,
  atLeast = defaultRollUpBytes,
): Promise<void> {
  const bytes = bytesOf(month.offsets);
  // The threshold for the current month grows with the journals, because a large snapshot takes long to write.
  const isDue = isOver ? bytes !== month.rolledUp : bytes - month.rolledUp >= atLeast + month.rolledUp / 64;
  if (!isDue) return;
  await files.write(await findSnapshotFile(files, month.name), formatMonthSnapshot(month));
  month.rolledUp = bytes;
}

/**
 * Returns the name of the snapshot to read and to write. A snapshot of a newer version stays as it is, and this version
 * uses a second file.
 */
async function findSnapshotFile(files: FileStore, month: string): Promise<string> {
  const file = `${spendFolder}/${month}.sums.json`;
  const head = new TextDecoder().decode(await files.readFrom(file, 0, headBytes));
  return isNewerSnapshot(head) ? `${spendFolder}/${month}.sums.${snapshotVersion}.json` : file;
}

function bytesOf(offsets: ReadonlyMap<string, number>): number {
  return [...offsets.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Renames a file that cannot be parsed, so that the file is not read again but can be inspected. Returns the new name,
 * or undefined if another window has already renamed the file.
 */
async function quarantine(files: FileStore, name: string): Promise<string | undefined> {
  const newName = `${name}.${Date.now()}.unreadable`;
  return (await files.move(name, newName)) ? newName : undefined;
}
