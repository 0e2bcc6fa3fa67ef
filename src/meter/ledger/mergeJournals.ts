import type { FileFacts, FileStore } from '../../common/fileStore.ts';
import { localDayOf, monthOf } from '../../common/localDay.ts';
import { closedJournalName, closingTime, headBytes, isNewerJournal, journalHead, spendFolder } from './journalFiles.ts';

export interface MergeOptions {
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
  /** A journal is closed if nobody has written to it for this time, in milliseconds. */
  readonly quietTime: number;
  /** A closed journal is merged if at least this time has passed since it was closed, in milliseconds. */
  readonly settlingTime: number;
}

/** The default times. Only tests set other times. */
export const mergeTimes = { quietTime: 24 * 3_600_000, settlingTime: 3_600_000 } as const;

/**
 * The maximum size of a journal to merge, in bytes. Larger journals are few, and rewriting them would take long.
 */
const largestJournal = 8 * 1_048_576;
/** The maximum total size of the journals that are merged into one journal, in bytes. */
const largestMerge = 4 * largestJournal;

/** Merges the journals of all months that have ended. Resolves with true if journals were renamed or merged. */
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
 * journals takes long to list. Resolves with true if journals were renamed or merged. Each journal passes through two
 * steps, in different calls of this function:
 *
 * 1. Closing: a journal is renamed if nobody has written to it for `quietTime`. A window that writes later creates a
 *    new journal under the old name.
 * 2. Merging: the text of several closed journals is written to a new closed journal. Then the merged journals are
 *    removed. A journal is merged only `settlingTime` after its closing, because a window that opened the journal
 *    before the closing may still append to it.
 *
 * After a kill, or if two windows merge at the same time, a record may be in two journals. Readers ignore the second
 * copy. A closed journal is removed only after all of its records are on disk in another journal. A journal of a newer
 * version is never closed.
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
    if (isNewer(await files.readFrom(path, 0, headBytes))) continue;
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
    if (content.byteLength < size || isNewer(content)) continue;
    // The line feed separates the next journal from an incomplete last line.
    text += `${new TextDecoder().decode(content)}\n`;
    merged.push(path);
  }
  if (merged.length < 2) return false;
  await files.write(closedJournalName(month, now), text);
  for (const path of merged) await files.remove(path);
  return true;
}

/** Returns true for the bytes, or the first bytes, of a journal that a newer version of the extension wrote. */
function isNewer(bytes: Uint8Array): boolean {
  return isNewerJournal(new TextDecoder().decode(bytes.subarray(0, headBytes)));
}
