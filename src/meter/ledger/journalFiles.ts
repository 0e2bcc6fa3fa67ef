import type { FileFacts, FileStore } from '../../common/fileStore.ts';
import { parseJson } from '../../common/json.ts';
import { isNewerVersion } from '../../common/versionedFile.ts';

/**
 * The folder of the journals. The name of a journal is `<month>-<writer>.jsonl`, and only one window appends to it. The
 * name of a closed journal is `<month>-closed-<time>-<id>.jsonl`, and no window opens it to append. See mergeJournals.
 */
export const spendFolder = 'spend';
const ending = '.jsonl';

/** The version of the journal format that this version of the extension writes. */
const version = 1;

/** The first record of a journal. Earlier versions of the extension wrote journals without this record. */
export const journalHead = `\n${JSON.stringify({ version })}\n`;

/**
 * The number of bytes to read at the start of a journal or snapshot to find its version. A `journalHead` is shorter.
 */
export const headBytes = 64;

export function journalName(month: string, writerId: string): string {
  return `${spendFolder}/${month}-${writerId}${ending}`;
}

/**
 * Returns the path of a new closed journal. The path contains a random id, so that no other journal has it.
 *
 * @param time the time of closing, in milliseconds since the epoch
 */
export function closedJournalName(month: string, time: number): string {
  return journalName(month, `closed-${time}-${crypto.randomUUID()}`);
}

/**
 * Returns the time when a journal was closed, in milliseconds since the epoch, or undefined if it is not closed. `name`
 * is the file name without a folder.
 */
export function closingTime(name: string): number | undefined {
  const [, time] = /^\d{4}-\d\d-closed-(\d+)-/.exec(name) ?? [];
  return time === undefined ? undefined : Number(time);
}

/** Returns true if the file is a journal of another window or a closed journal. `name` is the file name without a folder. */
export function isOtherJournal(name: string, writerId: string): boolean {
  return name.endsWith(ending) && !name.endsWith(`-${writerId}${ending}`);
}

/** Returns true if a newer version of the extension wrote the journal. `text` is the start of the journal. */
export function isNewerJournal(text: string): boolean {
  return isNewerVersion(parseJson(text.split('\n').find((line) => line !== '') ?? ''), version);
}

/** Returns the facts about all journals, grouped by month (`yyyy-mm`). */
export async function listJournals(files: FileStore): Promise<ReadonlyMap<string, readonly FileFacts[]>> {
  const journals = (await files.stat(spendFolder, ending)).filter(({ name }) => /^\d{4}-\d\d-/.test(name));
  return Map.groupBy(journals, ({ name }) => name.slice(0, 'yyyy-mm'.length));
}

/** Returns the paths of the journals of one month. */
export async function listMonth(files: FileStore, month: string): Promise<readonly string[]> {
  const names = (await files.list(spendFolder)).filter((name) => name.startsWith(`${month}-`) && name.endsWith(ending));
  return names.map((name) => `${spendFolder}/${name}`);
}
