import type { FileFacts, FileStore } from '../../common/fileStore.ts';
import { parseJson } from '../../common/json.ts';
import { isNewerVersion } from '../../common/versionedFile.ts';

/**
 * The names and versions of journals: `<month>-<writer>.jsonl`. Only one window appends to each journal. No window
 * appends to a closed journal, `<month>-closed-<time>-<id>.jsonl`. See mergeJournals.
 */
export const spendFolder = 'spend';
const ending = '.jsonl';

/** The version of the records that this version of the extension writes. */
const version = 1;

/** The first record of a journal. Journals of earlier versions have no such record. */
export const journalHead = `\n${JSON.stringify({ version })}\n`;

/** The first bytes of a journal, which contain the whole first record if this is a `journalHead`. */
export const headBytes = 64;

export function journalName(month: string, writerId: string): string {
  return `${spendFolder}/${month}-${writerId}${ending}`;
}

/**
 * Returns a name that no other journal has.
 *
 * @param time the time of closing, in milliseconds since the epoch
 */
export function closedJournalName(month: string, time: number): string {
  return journalName(month, `closed-${time}-${crypto.randomUUID()}`);
}

/** Returns the time when a journal was closed, or undefined if it is not closed. `name` has no folder. */
export function closingTime(name: string): number | undefined {
  const [, time] = /^\d{4}-\d\d-closed-(\d+)-/.exec(name) ?? [];
  return time === undefined ? undefined : Number(time);
}

/** Returns true if a newer version of the extension wrote the journal. `text` is the start of the journal. */
export function isNewerJournal(text: string): boolean {
  return isNewerVersion(parseJson(text.split('\n').find((line) => line !== '') ?? ''), version);
}

/** Returns all journals, grouped by month. */
export async function listJournals(files: FileStore): Promise<ReadonlyMap<string, readonly FileFacts[]>> {
  const journals = (await files.stat(spendFolder, ending)).filter(({ name }) => /^\d{4}-\d\d-/.test(name));
  return Map.groupBy(journals, ({ name }) => name.slice(0, 'yyyy-mm'.length));
}

/** Returns the paths of the journals of one month. */
export async function listMonth(files: FileStore, month: string): Promise<readonly string[]> {
  const names = (await files.list(spendFolder)).filter((name) => name.startsWith(`${month}-`) && name.endsWith(ending));
  return names.map((name) => `${spendFolder}/${name}`);
}
