import type { FileFacts, FileStore } from '../../common/fileStore.ts';
import { localDayOf, monthOf } from '../../common/localDay.ts';
import { closedJournalName, closingTime, headBytes, isNewerJournal, journalHead, spendFolder } from './journalFiles.ts';

export interface MergeOptions {
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
  /** A journal is closed if nobody has written to it for this time, in milliseconds. */
  readonly quietTime: number;
  /** A closed journal is merged this time after it was closed, in milliseconds. */
  readonly settlingTime: number;
}

/** The default times. Only tests set other times. */
export const mergeTimes = { quietTime: 24 * 3_600_000, settlingTime: 3_600_000 } as const;

/** Larger journals are not merged: they are few, and rewriting them would take long. In bytes. */
const largestJournal = 8 * 1_048_576;
/** The maximum size of the journals that are merged at once, in bytes. */
const largestMerge = 4 * largestJournal;

/** Merges the journals of all months that have ended. Returns true if files were changed. */
export async function mergeEndedMonths(
  files: FileStore,
  journals: ReadonlyMap<string, readonly FileFacts[]>,
  options: MergeOptions,
): Promise<boolean> {
  const current = monthOf(localDayOf(options.now));
  let isChanged = false;
  for (const [month, ofMonth] of journals)
    if (month < current && (await mergeJournals(files, month, ofMonth, options))) isChanged = true;
  return isChanged;
}

/**
 * Merges the journals of a month that has ended. Each window leaves a journal behind, and a month of thousands of
 * journals takes long to list. Returns true if files were changed. Takes two steps:
 *
 * 1. Closes journals: renames each journal that nobody has written to for some time. A window that does write later
 *    creates a new journal.
 * 2. Merges closed journals: writes their text to a new closed journal, then removes them. Waits some time between the
 *    steps, because a window may have opened a journal before the journal was renamed, and append to it afterwards.
 *
 * A kill, or another window that merges at the same time, can leave records in two journals. Readers ignore the second
 * copy. A closed journal is removed only after all of its records are on disk in another journal. Journals of newer
 * versions stay as they are.
 */
async function mergeJournals(
  files: FileStore,
  month: string,
  journals: readonly FileFacts[],
  options: MergeOptions,
): Promise<boolean> {
  if (journals.length < 2) return false;
  const isClosing = await closeJournals(files, month, journals, options);
  return (await mergeClosed(files, month, journals, options)) || isClosing;
}

async function closeJournals(
  files: FileStore,
  month: string,
  journals: readonly FileFacts[],
  { now, quietTime }: MergeOptions,
): Promise<boolean> {
  let isClosing = false;
  for (const { name, modifiedAt } of journals) {
    if (closingTime(name) !== undefined || now - modifiedAt < quietTime) continue;
    const path = `${spendFolder}/${name}`;
    if (isNewerJournal(new TextDecoder().decode(await files.readFrom(path, 0, headBytes)))) continue;
    if (await files.move(path, closedJournalName(month, now))) isClosing = true;
  }
  return isClosing;
}

async function mergeClosed(
  files: FileStore,
  month: string,
  journals: readonly FileFacts[],
  { now, settlingTime }: MergeOptions,
): Promise<boolean> {
  const settled = journals.filter(({ name, size }) => {
    const closedAt = closingTime(name);
    return closedAt !== undefined && now - closedAt >= settlingTime && size <= largestJournal;
  });
  if (settled.length < 2) return false;
  const merged: string[] = [];
  let text = journalHead;
  let bytes = 0;
  for (const { name, size } of settled.toSorted((a, b) => a.size - b.size)) {
    bytes += size;
    if (bytes > largestMerge) break;
    const path = `${spendFolder}/${name}`;
    const content = await files.readFrom(path, 0);
    // Another window may have merged and removed the journal already.
    if (content.byteLength < size) continue;
    // The line feed separates the next journal from an incomplete last line.
    text += `${new TextDecoder().decode(content)}\n`;
    merged.push(path);
  }
  if (merged.length < 2) return false;
  await files.write(closedJournalName(month, now), text);
  for (const path of merged) await files.remove(path);
  return true;
}
