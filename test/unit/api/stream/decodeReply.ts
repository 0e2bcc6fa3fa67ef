import { strict as assert } from 'node:assert';
import type { Usage } from '../../../../src/common/usage.ts';
import { createChatStreamDecoder } from '../../../../src/api/stream/chatStreamDecoder.ts';
import type { ReplyNotice } from '../../../../src/api/stream/chatStreamPart.ts';
import type { ErrorBody } from '../../../../src/api/errorBody.ts';

/** The parts of a decoded reply. All pieces of text are joined, and all pieces of reasoning are joined. */
export interface DecodedReply {
  readonly text: string;
  readonly reasoning: string;
  readonly usage: Usage | undefined;
  readonly finishReason: string | undefined;
  readonly notices: readonly ReplyNotice[];
  readonly error: ErrorBody | undefined;
  readonly isComplete: boolean;
}

/** The result of decoding an empty body. */
export const emptyReply: DecodedReply = {
  text: '',
  reasoning: '',
  usage: undefined,
  finishReason: undefined,
  notices: [],
  error: undefined,
  isComplete: false,
};

/** Decodes a body that arrives in pieces. Asserts what ChatStreamDecoder guarantees about the parts. */
export function decodeReply(pieces: Iterable<Uint8Array>): DecodedReply {
  const decoder = createChatStreamDecoder();
  let text = '';
  let reasoning = '';
  let usage: Usage | undefined;
  let finishReason: string | undefined;
  let error: ErrorBody | undefined;
  const notices: ReplyNotice[] = [];

  const take = (parts: ReturnType<typeof decoder.push>) => {
    let previous = '';
    for (const part of parts) {
      assert.equal(error, undefined, 'a part follows an error');
      switch (part.type) {
        case 'text':
        case 'reasoning':
          assert.notEqual(part.text, '');
          assert.notEqual(part.type, previous, 'adjacent text is not joined');
          if (part.type === 'text') text += part.text;
          else reasoning += part.text;
          break;
        case 'usage':
          usage = part.usage;
          break;
        case 'finishReason':
          finishReason = part.finishReason;
          break;
        case 'notice':
          assert.ok(!notices.includes(part.notice), 'a notice comes twice');
          notices.push(part.notice);
          break;
        case 'error':
          error = part.error;
          break;
      }
      previous = part.type;
    }
  };

  for (const piece of pieces) {
    const wasFinished = decoder.isFinished;
    const parts = decoder.push(piece);
    if (wasFinished) assert.deepEqual(parts, [], 'a part follows the end');
    take(parts);
  }
  take(decoder.finish());
  if (error !== undefined) assert.ok(decoder.isFinished);
  return { text, reasoning, usage, finishReason, notices, error, isComplete: decoder.isComplete };
}

/** Yields the pieces of a body that is left whole, is split in two at each position, or is split into single bytes. */
export function* everyCut(
  bytes: Uint8Array,
): Generator<{ readonly name: string; readonly pieces: Iterable<Uint8Array> }> {
  yield { name: 'whole', pieces: [bytes] };
  for (let cut = 1; cut < bytes.length; cut += 1) {
    yield { name: `cut at ${cut}`, pieces: [bytes.subarray(0, cut), bytes.subarray(cut)] };
  }
  yield { name: 'byte by byte', pieces: oneByOne(bytes) };
}

export function* oneByOne(bytes: Uint8Array): Generator<Uint8Array> {
  for (let index = 0; index < bytes.length; index += 1) yield bytes.subarray(index, index + 1);
}

export function encode(words: string): Uint8Array {
  return new TextEncoder().encode(words);
}

/** Returns a server-sent event with a piece of text. */
export function textEvent(content: string): string {
  return event({ choices: [{ index: 0, delta: { content } }] });
}

/** Returns a server-sent event whose data is `chunk` as JSON. */
export function event(chunk: unknown): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
