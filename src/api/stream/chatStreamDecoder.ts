import { createBinaryFraming } from './binaryFraming.ts';
import type { ChatStreamPart } from './chatStreamPart.ts';
import { createEventFraming } from './eventFraming.ts';
import type { Framing } from './framing.ts';
import { createHtmlFraming } from './htmlFraming.ts';
import { createJsonFraming } from './jsonFraming.ts';
import { createPayloadReader, type PayloadReader } from './payloadReader.ts';
import { createPlainTextFraming } from './plainTextFraming.ts';
import { createReplyParts, type ReplyParts } from './replyParts.ts';
import { sniffFraming, type FramingName } from './sniffFraming.ts';

export interface ChatStreamDecoder {
  /** Nothing that follows can matter: `[DONE]`, an error, or a limit. */
  readonly isFinished: boolean;
  /** `[DONE]` or a finish reason came (or `done: true` of a line stream): the reply is whole. */
  readonly isComplete: boolean;
  /** Takes the next bytes, cut anywhere, and returns what they complete; neighbouring text (or reasoning) parts are joined into one. */
  push(bytes: Uint8Array): readonly ChatStreamPart[];
  /** Ends the stream: a last event counts although no blank line follows it. Called once. */
  finish(): readonly ChatStreamPart[];
}

/**
 * From the bytes of a reply to what it says, in whichever framing and shape they come; their Content-Type says
 * nothing. Always UTF-8. Takes linear time however the bytes are cut, and keeps at most one event of 16 Mi characters.
 * Never throws.
 */
export function createChatStreamDecoder(): ChatStreamDecoder {
  const utf8 = new TextDecoder('utf-8');
  const gathered = createByteGatherer();
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
    // Blank lines, and byte order marks where one was not enough for a server, which are blank to trimStart, too.
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
      const canWait = framing !== undefined && !completes(framing, bytes);
      if (!(canWait && gathered.add(bytes))) {
        take(gathered.take());
        take(bytes);
      }
      return parts.take();
    },
    finish() {
      take(gathered.take());
      // What is left of a character that was cut off is dropped: the text stays a prefix of the whole.
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

function completes({ waitsFor }: Framing, bytes: Uint8Array): boolean {
  if (waitsFor === 'lineEnd') return bytes.includes(lineFeed) || bytes.includes(carriageReturn);
  return waitsFor === 'text';
}

/** Joins bytes that come in small pieces: one by one, decoding and holding them would cost far more. */
function createByteGatherer() {
  const block = new Uint8Array(4096);
  let length = 0;
  return {
    /** False if there is no room. */
    add(bytes: Uint8Array): boolean {
      if (length + bytes.length > block.length) return false;
      block.set(bytes, length);
      length += bytes.length;
      return true;
    },
    /** All of them; valid until more are added. */
    take(): Uint8Array {
      const taken = block.subarray(0, length);
      length = 0;
      return taken;
    },
  };
}
