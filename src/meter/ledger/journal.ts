import type { FileStore } from '../../common/fileStore.ts';
import { isJsonObject, parseJson } from '../../common/json.ts';
import { toBookedRequest, type BookedRequest } from './spendRecord.ts';

/** What was read of a journal. */
export interface JournalPart {
  /** Behind the last whole line. */
  readonly offset: number;
  /** There were whole lines, and not one of them was written as a record: a disk or another program has had its way. */
  readonly isForeign: boolean;
}

const chunkBytes = 1_048_576;
const lineFeed = 10;

/**
 * Hands over the records of a journal from an offset on, one part after another, so that what else runs here has its
 * turn. A line that is torn or not ours is passed over; one without its end is still being written, and left for later.
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
