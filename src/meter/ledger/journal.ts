import type { FileStore } from '../../common/fileStore.ts';
import { isJsonObject, parseJson } from '../../common/json.ts';
import { toBookedRequest, type BookedRequest } from './spendRecord.ts';

/** The result of reading a journal. */
export interface JournalPart {
  /** The end of the last whole line: bytes. */
  readonly offset: number;
  /** There were whole lines, but none of them is a JSON object: the file is damaged or not ours. */
  readonly isForeign: boolean;
}

const chunkBytes = 1_048_576;
const lineFeed = 10;

/**
 * Reads the records of a journal from an offset on, in chunks, so that the event loop is not blocked. Skips lines that are
 * torn or not ours. A last line without its end is still being written, and left for the next call.
 */
export async function readJournal(
  files: FileStore,
  name: string,
  offset: number,
  take: (records: readonly BookedRequest[], offset: number) => void,
): Promise<JournalPart> {
  let start = offset;
  let length = chunkBytes;
  let [lines, written] = [0, 0];
  for (;;) {
    const bytes = await files.readFrom(name, start, length);
    const whole = bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1);
    if (whole.byteLength > 0) {
      const records: BookedRequest[] = [];
      for (const line of new TextDecoder().decode(whole).split('\n')) {
        if (line === '') continue;
        const value = parseJson(line);
        const record = toBookedRequest(value);
        lines += 1;
        if (isJsonObject(value)) written += 1;
        if (record !== undefined) records.push(record);
      }
      start += whole.byteLength;
      take(records, start);
    } else if (bytes.byteLength === length) {
      length *= 2;
      continue;
    }
    if (bytes.byteLength < length) return { offset: start, isForeign: lines > 0 && written === 0 };
    length = chunkBytes;
  }
}
