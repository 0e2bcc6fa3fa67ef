import type { FileFacts, FileStore } from '../../common/fileStore.ts';
import { readJournal } from './journal.ts';
import { createMonthSums } from './monthSums.ts';
import { formatMonthSnapshot, parseMonthSnapshot, type MonthSnapshot } from './monthSnapshot.ts';

/**
 * The files of a month: `spend/<month>-<window>.jsonl`, to each of which one window appends, and
 * `spend/<month>.sums.json`, a copy of their sums that any window may write, and that may be old or gone.
 */
export interface Month extends MonthSnapshot {
  readonly name: string;
  readonly offsets: Map<string, number>;
  /** How many bytes of the journals are in the snapshot file. */
  rolledUp: number;
}

const folder = 'spend';
const journalEnding = '.jsonl';

export function journalName(month: string, windowId: string): string {
  return `${folder}/${month}-${windowId}${journalEnding}`;
}

/** All journals by the names of their months. */
export async function listJournals(files: FileStore): Promise<ReadonlyMap<string, readonly FileFacts[]>> {
  const journals = (await files.stat(folder, journalEnding)).filter(({ name }) => /^\d{4}-\d\d-/.test(name));
  return Map.groupBy(journals, ({ name }) => name.slice(0, 'yyyy-mm'.length));
}

/** From the month's snapshot, or with nothing read yet when that is not of these journals. */
export async function openMonth(files: FileStore, name: string, journals: readonly FileFacts[]): Promise<Month> {
  const snapshotFile = snapshotName(name);
  const text = await files.read(snapshotFile);
  if (text !== undefined) {
    try {
      const kept = parseMonthSnapshot(text);
      if (kept !== undefined && fitsJournals(kept, journals)) {
        const offsets = new Map(kept.offsets);
        return { name, sums: kept.sums, offsets, rolledUp: bytesOf(offsets) };
      }
    } catch {
      await setAside(files, snapshotFile);
    }
  }
  return { name, sums: createMonthSums(), offsets: new Map(), rolledUp: 0 };
}

/** Whether what was read is still there. */
export function fitsJournals({ offsets }: MonthSnapshot, journals: readonly FileFacts[]): boolean {
  const sizes = new Map(journals.map(({ name, size }) => [name, size]));
  return [...offsets].every(([name, offset]) => offset <= (sizes.get(name) ?? -1));
}

/** Takes what the journals have beyond what was read. Resolves with what went wrong, by the journals' names. */
export async function readTails(files: FileStore, { sums, offsets }: Month, journals: readonly FileFacts[]): Promise<ReadonlyMap<string, unknown>> {
  const errors = new Map<string, unknown>();
  for (const { name, size } of journals) {
    const start = offsets.get(name) ?? 0;
    if (size <= start) continue;
    try {
      const { isForeign } = await readJournal(files, `${folder}/${name}`, start, (records, offset) => {
        for (const record of records) sums.take(record);
        offsets.set(name, offset);
      });
      if (!isForeign || start > 0) continue;
      offsets.delete(name);
      await setAside(files, `${folder}/${name}`);
    } catch (error) {
      errors.set(name, error);
    }
  }
  return errors;
}

/** How much has to be read that the snapshot does not have before another is worth its writing: bytes. */
const tailBytes = 262_144;

/** Writes the snapshot of a month when it is over, or when much has come to it. */
export async function rollUp(files: FileStore, month: Month, isOver: boolean, atLeast = tailBytes): Promise<void> {
  const bytes = bytesOf(month.offsets);
  // A share of it, too: a snapshot of very much takes its time to write.
  const isDue = isOver ? bytes !== month.rolledUp : bytes - month.rolledUp >= atLeast + month.rolledUp / 64;
  if (!isDue) return;
  await files.write(snapshotName(month.name), formatMonthSnapshot(month));
  month.rolledUp = bytes;
}

/** Where the requests of a month are. */
export function journalPaths(month: Month): readonly string[] {
  return [...month.offsets.keys()].map((name) => `${folder}/${name}`);
}

function snapshotName(month: string): string {
  return `${folder}/${month}.sums.json`;
}

function bytesOf(offsets: ReadonlyMap<string, number>): number {
  return [...offsets.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Gives a file that cannot be understood a name of its own: it is not read again, and is there for whoever looks. */
async function setAside(files: FileStore, name: string): Promise<void> {
  await files.move(name, `${name}.${Date.now()}.unreadable`);
}
