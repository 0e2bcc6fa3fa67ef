/**
 * Counts the payloads and lines of one reply. A reply is a flood if it has too many useless items, whose reading would
 * block the process for seconds.
 */
export interface FloodCounter {
  /** The number of payloads that were part of the reply. */
  readonly readable: number;
  addReadable(): void;
  /** Adds a malformed payload, or a stray line that contains no valid error. */
  addUnparsable(): void;
  /**
   * Adds comments, stray lines, blank payloads, and objects that are not part of a reply. If a payload is blank,
   * malformed or not part of a reply, also adds its data lines after the first.
   */
  addUseless(count: number): void;
  /** Adds the data lines after the first of a payload that is part of the reply. */
  addDataLines(count: number): void;
  /**
   * Adds `id`, `event` and `retry` lines.
   *
   * @param payloadCount the number of payloads so far, of any kind
   */
  addFieldLines(count: number, payloadCount: number): void;
  readonly isFlood: () => boolean;
}

/** A flood has more unparsable items than this number. Reading one takes microseconds. */
const maxUnparsable = 10_000;
/**
 * A flood has more useless items than the sum of this number and the number of readable payloads. Ten comments a second
 * reach this number after more than an hour.
 */
const maxUseless = 50_000;
/** Each payload allows this number of `id`, `event` and `retry` lines, in addition to `maxUseless`. */
const fieldLinesPerPayload = 3;

/**
 * The number of data lines after the first that are not counted in a payload that is part of the reply. A chunk with
 * usage, printed with one value on each line, has about 30 lines.
 */
const dataLinesPerPayload = 64;
/**
 * A flood has more data lines beyond `dataLinesPerPayload` than this number. Reading a data line takes about a tenth of
 * a microsecond.
 */
const maxDataLines = 250_000;

export function createFloodCounter(): FloodCounter {
  let readable = 0;
  let unparsable = 0;
  let useless = 0;
  let dataLines = 0;
  let fieldLines = 0;
  let allowedFieldLines = maxUseless;

  return {
    get readable() {
      return readable;
    },
    addReadable() {
      readable += 1;
    },
    addUnparsable() {
      unparsable += 1;
    },
    addUseless(count) {
      useless += count;
    },
    addDataLines(count) {
      dataLines += Math.max(0, count - dataLinesPerPayload);
    },
    addFieldLines(count, payloadCount) {
      fieldLines += count;
      allowedFieldLines = maxUseless + fieldLinesPerPayload * payloadCount;
    },
    isFlood: () =>
      unparsable > maxUnparsable ||
      useless > maxUseless + readable ||
      dataLines > maxDataLines ||
      fieldLines > allowedFieldLines,
  };
}
