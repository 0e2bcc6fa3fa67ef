import type { ChatStreamPart } from './chatStreamPart.ts';
import { createEventFraming } from './eventFraming.ts';
import { sniffFraming, type Framing, type FramingName } from './framing.ts';
import { createJsonFraming } from './jsonFraming.ts';
import { createPayloadReader, type PayloadReader } from './payloadReader.ts';
import { createReplyParts, type ReplyParts } from './replyParts.ts';
import { createBinaryFraming, createHtmlFraming, createPlainTextFraming } from './unstructuredFraming.ts';

export interface ChatStreamDecoder {
  /** Nothing that follows can matter: `[DONE]`, an error, or a limit was reached. */
  readonly isFinished: boolean;
  /** The reply is whole: `[DONE]`, a finish reason, or `done: true` of a line stream came. */
  readonly isComplete: boolean;
  /** Takes the next bytes, cut anywhere. Returns the parts they complete, with neighbouring text (or reasoning) joined. */
  push(bytes: Uint8Array): readonly ChatStreamPart[];
  /** Ends the stream; called once. A last event counts even without the blank line after it. */
  finish(): readonly ChatStreamPart[];
}

/**
 * Decodes the bytes of a reply, always as UTF-8, in any framing and shape; the Content-Type is not used. Takes linear
 * time however the bytes are cut, and buffers at most one event of maxEventLength. Never throws.
 */
export function createChatStreamDecoder(): ChatStreamDecoder {
  const utf8 = new TextDecoder('utf-8');
  const buffered = createByteBuffer();
  const parts = createReplyParts();
  const payloads = createPayloadReader(parts);
  let start = '';
  let framing: Framing | undefined;

  const take = (bytes: Uint8Array) => {
    if (bytes.length === 0 || parts.isFinished) return;
    const text = utf8.decode(bytes, { stream: true });
    if (framing !== undefined) {
      framing.push(text);
      return;
    }
    // Some servers open with blank lines, or with several byte order marks, which trimStart removes as well.
    start = (start + text).trimStart();
    const name = sniffFraming(start);
    if (name === undefined) return;
    framing = createFraming(name, parts, payloads);
    framing.push(start);
  };

  return {
    get isFinished() {
      return parts.isFinished;
    },
    get isComplete() {
      return parts.isComplete;
    },
    push(bytes) {
      const canWait = framing !== undefined && !completesPayload(framing, bytes);
      if (!(canWait && buffered.add(bytes))) {
        take(buffered.take());
        take(bytes);
      }
      return parts.take();
    },
    finish() {
      take(buffered.take());
      // Drops the bytes of a character that was cut off, so that the text stays a prefix of the whole.
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

/** Joins small pieces of bytes: decoding them one by one costs far more. */
function createByteBuffer() {
  const block = new Uint8Array(4096);
  let length = 0;
  return {
    /** Returns false, and takes nothing, if there is no room. */
    add(bytes: Uint8Array): boolean {
      if (length + bytes.length > block.length) return false;
      block.set(bytes, length);
      length += bytes.length;
      return true;
    },
    /** Returns all bytes and empties the buffer. The view is valid until the next `add`. */
    take(): Uint8Array {
      const taken = block.subarray(0, length);
      length = 0;
      return taken;
    },
  };
}
