import { createByteCollector } from './byteCollector.ts';
import { createChatStreamDecoder } from './chatStreamDecoder.ts';
import type { ChatStreamPart } from './chatStreamPart.ts';
import { maxEventLength, type PayloadKind } from './framing.ts';
import { digestLargePayload, type LargePayload, type ReadLargePayload } from './largePayload.ts';
import { firstPayloadEnd, lastPayloadStart, maxBlankLineLength } from './payloadBounds.ts';

/**
 * The bytes of an incomplete payload that is longer than this are only collected. They are decoded together when the
 * payload is complete, which takes less time than decoding each chunk.
 */
const defaultCollectedLength = 128 * 1024;
/** A payload of more bytes is large. Parsing a smaller payload takes only a few milliseconds. */
const defaultLargeLength = 2 * 1024 * 1024;
/** The number of bytes that are kept while the framing of a body is not known. Detecting the framing needs fewer. */
const maxSniffedLength = 128;

type Parts = readonly ChatStreamPart[];

const noParts: Parts = [];

/** Lengths in bytes. Only tests change them. */
interface ReplyDecoderLengths {
  readonly collectedLength: number;
  readonly largeLength: number;
}

/** Decodes the bytes of one reply, like ChatStreamDecoder, but reads large payloads on another thread. */
export class ReplyDecoder {
  readonly #readLarge: ReadLargePayload;
  readonly #collectedLength: number;
  readonly #largeLength: number;
  readonly #decoder = createChatStreamDecoder();
  /** The last bytes that were pushed. They contain all bytes of the incomplete payload. */
  readonly #tail = createByteCollector();
  /** True if `#tail` starts at the start of the body. */
  #isStart = true;
  /** The kind of the payload that is only collected in `#tail`. Undefined if each chunk is decoded when it arrives. */
  #collected: PayloadKind | undefined;
  /** The length of the collected payload is checked when `#tail` has more bytes than this. */
  #nextCheck = maxEventLength;

  /** Reads payloads (events, lines and documents) of more than `largeLength` bytes with `readLarge`. */
  constructor(
    readLarge: ReadLargePayload,
    { collectedLength = defaultCollectedLength, largeLength = defaultLargeLength }: Partial<ReplyDecoderLengths> = {},
  ) {
    this.#readLarge = readLarge;
    this.#collectedLength = collectedLength;
    this.#largeLength = largeLength;
  }

  /** See ChatStreamDecoder. */
  get isFinished(): boolean {
    return this.#decoder.isFinished;
  }

  /** See ChatStreamDecoder. */
  get isComplete(): boolean {
    return this.#decoder.isComplete;
  }

  /** See ReplyParts. */
  get isAtEnd(): boolean {
    return this.#decoder.isAtEnd;
  }

  /** See ChatStreamDecoder. */
  get payloadCount(): number {
    return this.#decoder.payloadCount;
  }

  /** See PayloadReader. */
  get commentCount(): number {
    return this.#decoder.commentCount;
  }

  /** See PayloadReader. */
  get unreadBytes(): number {
    return this.#decoder.unreadBytes;
  }

  /** See CollectedParts. */
  get unreadAfterUsage(): number {
    return this.#decoder.unreadAfterUsage;
  }

  /**
   * Decodes the next bytes; see ChatStreamDecoder. Returns a promise only if the bytes complete a large payload, or if
   * the payload may exceed maxEventLength. Wait for the promise before the next `push` or `finish`. It never rejects.
   */
  push(bytes: Uint8Array): Parts | Promise<Parts> {
    return this.#collected === undefined ? this.#decode(bytes) : this.#collect(this.#collected, bytes);
  }

  #decode(bytes: Uint8Array): Parts {
    const { payloadCount } = this.#decoder;
    const parts = this.#decoder.push(bytes);
    if (this.#decoder.payloadCount !== payloadCount) {
      // The incomplete payload starts in these bytes. The blank line before it may start in the earlier bytes.
      this.#tail.keepLast(maxBlankLineLength - 1);
      this.#isStart = false;
    }
    this.#tail.add(bytes);
    if (this.#tail.length > this.#collectedLength && !this.#decoder.isFinished) this.#trimTail();
    return parts;
  }

  /** Removes complete payloads from the tail. If the incomplete payload is long, postpones its decoding. */
  #trimTail(): void {
    const kind = this.#decoder.payloadKind;
    const bytes = this.#tail.take();
    const start = kind === undefined ? Math.max(0, bytes.length - maxSniffedLength) : lastPayloadStart(kind, bytes);
    this.#tail.add(bytes.subarray(start));
    if (kind === undefined) return;
    if (start > 0) this.#isStart = false;
    if (this.#tail.length <= this.#collectedLength) return;
    this.#collected = kind;
    this.#nextCheck = maxEventLength;
    this.#decoder.restart(this.#isStart ? undefined : kind);
  }

  #collect(kind: PayloadKind, bytes: Uint8Array): Parts | Promise<Parts> {
    const end = firstPayloadEnd(kind, this.#tail.last(maxBlankLineLength - 1), bytes);
    if (end >= 0) {
      this.#tail.add(bytes.subarray(0, end));
      const rest = bytes.subarray(end);
      if (this.#tail.length > this.#largeLength) return this.#readPayload(kind, rest);
      this.#collected = undefined;
      const parts = this.#decode(this.#tail.take());
      const more = this.push(rest);
      return more instanceof Promise ? more.then((later) => [...parts, ...later]) : [...parts, ...more];
    }
    this.#tail.add(bytes);
    return this.#tail.length > this.#nextCheck ? this.#checkLength(kind) : noParts;
  }

  /** Reads the collected payload, which is complete, and then `rest`, the bytes after the payload. */
  async #readPayload(kind: PayloadKind, rest: Uint8Array): Promise<Parts> {
    const bytes = this.#tail.take();
    const result = await this.#read({ kind, bytes, isStart: this.#isStart, isLast: false });
    if (result === undefined) return this.#decoder.giveUp();
    const parts = this.#decoder.addDigest(result.digest);
    if (this.#decoder.isFinished) return parts;
    if (kind === 'firstLine' && result.nextKind === 'document') {
      // The line is only the beginning of a document.
      this.#tail.add(bytes);
      this.#collected = 'document';
    } else {
      this.#isStart = false;
      this.#collected = undefined;
      this.#decoder.restart(result.nextKind);
    }
    return [...parts, ...(await this.push(rest))];
  }

  /**
   * Ends the reply if the collected payload is longer than maxEventLength. This limit is in UTF-16 code units, and
   * there may be more bytes than code units. The number of bytes doubles from check to check, so there are at most three
   * checks.
   */
  async #checkLength(kind: PayloadKind): Promise<Parts> {
    const bytes = this.#tail.take();
    const result = await this.#read({ kind, bytes, isStart: this.#isStart, isLast: false });
    if (result === undefined) return this.#decoder.giveUp();
    if (result.digest.finish !== undefined) return this.#decoder.addDigest(result.digest);
    this.#tail.add(bytes);
    this.#nextCheck = 2 * bytes.length;
    return noParts;
  }

  /** See ChatStreamDecoder. */
  finish(isWhole?: boolean): Parts | Promise<Parts> {
    if (this.#collected === undefined) return this.#decoder.finish(isWhole);
    if (this.#tail.length > this.#largeLength) return this.#finishLarge(this.#collected);
    return [...this.#decoder.push(this.#tail.take()), ...this.#decoder.finish()];
  }

  async #finishLarge(kind: PayloadKind): Promise<Parts> {
    const result = await this.#read({ kind, bytes: this.#tail.take(), isStart: this.#isStart, isLast: true });
    const parts = result === undefined ? this.#decoder.giveUp() : this.#decoder.addDigest(result.digest);
    return [...parts, ...this.#decoder.finish()];
  }

  async #read(parts: Omit<LargePayload, 'shownChoice'>) {
    const payload = { ...parts, shownChoice: this.#decoder.shownChoice };
    try {
      return await this.#readLarge(payload);
    } catch {
      // The text was paid for, so read it on this thread.
      return digestLargePayload(payload);
    }
  }
}
