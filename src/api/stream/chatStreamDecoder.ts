import type { ChatStreamPart } from './chatStreamPart.ts';
import type { ShownChoice } from './chunk/shownChoice.ts';
import { createEventFraming } from './eventFraming.ts';
import { sniffFraming, type Framing, type FramingName, type PayloadKind } from './framing.ts';
import { createJsonFraming } from './jsonFraming.ts';
import type { PayloadDigest } from './payloadDigest.ts';
import { createPayloadReader, type PayloadReader } from './payloadReader.ts';
import { createReplyParts, type ReplyParts } from './replyParts.ts';
import { createBinaryFraming, createHtmlFraming, createPlainTextFraming } from './unstructuredFraming.ts';

/** Decodes the bytes of one reply into its parts. */
export interface ChatStreamDecoder {
  /** True after `[DONE]`, after an error, or if a size limit is exceeded. All further bytes are ignored. */
  readonly isFinished: boolean;
  /** True if the service marked the reply as complete with `[DONE]`, a finish reason or `done: true`. */
  readonly isComplete: boolean;
  /** See ReplyParts. */
  readonly isAtEnd: boolean;
  /** The number of complete events or lines that were read. */
  readonly payloadCount: number;
  /** See PayloadReader. */
  readonly commentCount: number;
  /** See PayloadReader. */
  readonly unreadBytes: number;
  /** See CollectedParts. */
  readonly unreadAfterUsage: number;
  /** See ReplyParts. */
  readonly shownChoice: ShownChoice;
  /** The kind of the payload that is being received. Undefined if the framing has no payloads or is not known yet. */
  readonly payloadKind: PayloadKind | undefined;
  /**
   * Decodes the next bytes, which may end anywhere, even inside a character. Returns the newly completed parts.
   * Adjacent pieces of text are joined into one part, and so are adjacent pieces of reasoning.
   */
  push(bytes: Uint8Array): readonly ChatStreamPart[];
  /**
   * Discards the incomplete payload at the end of the pushed bytes. The next bytes must start with a payload of this
   * kind, or with the start of the body if `kind` is undefined.
   */
  restart(kind: PayloadKind | undefined): void;
  /** Adds the digest of a payload that digestLargePayload has read. Returns the parts of the payload. */
  addDigest(digest: PayloadDigest): readonly ChatStreamPart[];
  /** Ends the reply, because a payload is too large. Returns an error unless the reply is complete. */
  giveUp(): readonly ChatStreamPart[];
  /**
   * Ends the stream and returns the remaining parts. Accepts a complete last event even if no blank line follows. Must
   * be called exactly once.
   *
   * @param isWhole true if the whole body has arrived
   */
  finish(isWhole?: boolean): readonly ChatStreamPart[];
}

/**
 * Creates a decoder for any framing that sniffFraming knows. The framing is the format of the body, such as server-sent
 * events. The decoder ignores the Content-Type, assumes UTF-8 and never throws. The decoder takes linear time, however
 * the bytes are split. The decoder buffers little more than one event, line or document, whose length is limited by
 * maxEventLength.
 */
export function createChatStreamDecoder(): ChatStreamDecoder {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const buffered = createByteBuffer();
  const parts = createReplyParts();
  const payloads = createPayloadReader(parts);
  let start = '';
  let framing: Framing | undefined;

  const beginFraming = (isWhole: boolean) => {
    const name = sniffFraming(start, isWhole);
    if (name === undefined) return;
    framing = createFraming(name, parts, payloads);
    framing.push(start);
  };

  const take = (bytes: Uint8Array) => {
    if (bytes.length === 0 || parts.isFinished) return;
    const text = utf8.decode(bytes, { stream: true });
    if (framing !== undefined) {
      framing.push(text);
      return;
    }
    // Some servers start the body with blank lines or with several byte order marks. trimStart also removes these
    // marks.
    start = (start + text).trimStart();
    beginFraming(false);
  };

  return {
    get isFinished() {
      return parts.isFinished;
    },
    get isComplete() {
      return parts.isComplete;
    },
    get isAtEnd() {
      return parts.isAtEnd;
    },
    get payloadCount() {
      return payloads.count;
    },
    get commentCount() {
      return payloads.commentCount;
    },
    get unreadBytes() {
      return payloads.unreadBytes;
    },
    shownChoice: parts.shownChoice,
    get unreadAfterUsage() {
      return parts.unreadAfterUsage;
    },
    get payloadKind() {
      return framing?.payloadKind;
    },
    restart(kind) {
      buffered.take();
      utf8.decode();
      start = '';
      if (kind === undefined) framing = undefined;
      else framing = kind === 'event' ? createEventFraming(payloads) : createJsonFraming(payloads, kind);
    },
    addDigest(digest) {
      payloads.addDigest(digest);
      return parts.take();
    },
    giveUp() {
      payloads.giveUp();
      return parts.take();
    },
    push(bytes) {
      const canWait = framing !== undefined && !completesPayload(framing, bytes);
      if (!(canWait && buffered.add(bytes))) {
        take(buffered.take());
        take(bytes);
      }
      return parts.take();
    },
    finish(isWhole = false) {
      take(buffered.take());
      if (framing === undefined) beginFraming(isWhole);
      // Do not flush utf8, because a truncated character would become U+FFFD, which the full reply does not contain.
      if (!parts.isFinished) framing?.finish();
      payloads.finish();
      return parts.take();
    },
  };
}

function createFraming(name: FramingName, parts: ReplyParts, payloads: PayloadReader): Framing {
  switch (name) {
    case 'events':
      return createEventFraming(payloads);
    case 'json':
      return createJsonFraming(payloads);
    case 'html':
      return createHtmlFraming(parts);
    case 'plainText':
      return createPlainTextFraming(parts);
    case 'binary':
      return createBinaryFraming(parts);
  }
}

const lineFeed = 10;
const carriageReturn = 13;

function completesPayload({ waitsFor }: Framing, bytes: Uint8Array): boolean {
  if (waitsFor === 'lineEnd') return bytes.includes(lineFeed) || bytes.includes(carriageReturn);
  return waitsFor === 'text';
}

/** Creates a buffer that joins small pieces of bytes, because decoding each piece separately would be much slower. */
function createByteBuffer() {
  const block = new Uint8Array(4096);
  let length = 0;
  return {
    /** Adds bytes and returns true. If there is not enough room, adds nothing and returns false. */
    add(bytes: Uint8Array): boolean {
      if (length + bytes.length > block.length) return false;
      block.set(bytes, length);
      length += bytes.length;
      return true;
    },
    /**
     * Returns all bytes and empties the buffer. The result shares the buffer's memory, so the result is valid only
     * until the next `add`.
     */
    take(): Uint8Array {
      const taken = block.subarray(0, length);
      length = 0;
      return taken;
    },
  };
}
