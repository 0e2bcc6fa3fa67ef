import type { FileStore } from '../../common/fileStore.ts';
import { isJsonObject, parseJson } from '../../common/json.ts';
import { toBookedRequest, type BookedRequest } from './spendRecord.ts';

/** The result of reading a journal from an offset. A journal is a file with one JSON record per line. */
export interface JournalPart {
  /**
   * The end of the last complete line, in bytes from the start of the journal. The given offset if no complete line was
   * read.
   */
  readonly offset: number;
  /**
   * True if complete, non-empty lines were read, but none of these lines is a JSON object. Such a part is damaged or
   * was not written by this extension.
   */
  readonly isForeign: boolean;
  /** True if the journal is missing, or ends at or before the given offset. */
  readonly isMissing: boolean;
}

const chunkBytes = 1_048_576;
const lineFeed = 10;

/**
 * Reads the records of a journal, starting at a byte offset. Reads in chunks, so that a large journal does not block
 * the event loop. After each chunk with a complete line, calls `take` with two arguments: the chunk's records, and the
 * offset of the end of the chunk's last complete line. Skips lines that are not valid records. Stops before an
 * incomplete last line, because another window may still be writing that line.
 */
export async function readJournal(
  files: FileStore,
  name: string,
  offset: number,
  take: (records: readonly BookedRequest[], offset: number) => void,
): Promise<JournalPart> {
  let start = offset;
  let length = chunkBytes;
  let [lines, objects] = [0, 0];
  for (;;) {
    const bytes = await files.readFrom(name, start, length);
    const complete = bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1);
    if (complete.byteLength > 0) {
      const records: BookedRequest[] = [];
      for (const line of new TextDecoder().decode(complete).split('\n')) {
        if (line === '') continue;
        const value = parseJson(line);
        const record = toBookedRequest(value);
        lines += 1;
        if (isJsonObject(value)) objects += 1;
        if (record !== undefined) records.push(record);
      }
      start += complete.byteLength;
      take(records, start);
    } else if (bytes.byteLength === length) {
      // The line is longer than the chunk, so read a larger chunk.
      length *= 2;
      continue;
    }
    if (bytes.byteLength < length)
      return {
        offset: start,
        isForeign: lines > 0 && objects === 0,
        isMissing: bytes.byteLength === 0 && start === offset,
      };
    length = chunkBytes;
  }
}
