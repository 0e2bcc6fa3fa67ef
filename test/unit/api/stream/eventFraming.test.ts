import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createEventFraming } from '../../../../src/api/stream/eventFraming.ts';
import { maxEventLength } from '../../../../src/api/stream/framing.ts';
import type { PayloadReader } from '../../../../src/api/stream/payloadReader.ts';
import { encode, everyCut } from './decodeReply.ts';

interface Vector {
  readonly name: string;
  readonly body: string;
  readonly expected: readonly { readonly event: string; readonly data: string }[];
}

const vectors = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../fixtures/wptEventStream.json'), 'utf8'),
) as readonly Vector[];

describe('createEventFraming', () => {
  for (const { name, body, expected } of vectors) {
    it(`passes the web platform test '${name}', however the bytes are split`, () => {
      // Remove a byte order mark, as the decoder does before it passes the text to the framing.
      const bytes = encode(body.replace(/^\ufeff/, ''));
      for (const cut of everyCut(bytes)) assert.deepEqual(read(cut.pieces).events, expected, cut.name);
    });
  }

  for (const lineEnd of ['\n', '\r\n', '\r', '\r\n\n', '\n\r']) {
    it(`emits an event as soon as the blank line after it has arrived, if lines end with ${JSON.stringify(lineEnd)}`, () => {
      const { framing, found } = openFraming();
      const text = `data: a${lineEnd}${lineEnd}`;
      for (const character of text) framing.push(character);
      assert.deepEqual(found.events.at(0), { event: 'message', data: 'a' });
    });
  }

  it('passes the last event to takeLast at the end of the body if no blank line follows the event', () => {
    const { events, last } = read([encode('data: a\n\nevent: x\ndata: b')]);
    assert.deepEqual(events, [{ event: 'message', data: 'a' }]);
    assert.deepEqual(last, [{ event: 'x', data: 'b' }]);
  });

  it('passes lines without a known field name to takeStrayLine', () => {
    assert.deepEqual(read([encode('{"error":"no"}\ndata: a\nnonsense\n\nerror: {"code":1}\n')]).stray, [
      '{"error":"no"}',
      'nonsense',
      'error: {"code":1}',
    ]);
  });

  it('gives up at an event longer than maxEventLength, whether the event comes in one piece or in several', () => {
    const piece = 'x'.repeat(1024 * 1024);
    const count = maxEventLength / piece.length + 1;
    for (const pieces of [
      ['data: a\n\ndata: ', ...Array<string>(count).fill(piece)],
      [`data: a\n\ndata: ${piece.repeat(count)}\n\n`],
    ]) {
      const { framing, found } = openFraming();
      for (const text of pieces) if (!found.gaveUp) framing.push(text);
      assert.deepEqual(found.events, [{ event: 'message', data: 'a' }]);
      assert.equal(found.gaveUp, true);
    }
  });
});

function read(pieces: Iterable<Uint8Array>) {
  const { framing, found } = openFraming();
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const piece of pieces) framing.push(utf8.decode(piece, { stream: true }));
  framing.finish();
  return found;
}

function openFraming() {
  const found = {
    events: [] as { event: string; data: string }[],
    last: [] as { event: string; data: string }[],
    stray: [] as string[],
    gaveUp: false,
  };
  const payloads: PayloadReader = {
    take: (data, event = 'message') => void found.events.push({ event, data }),
    takeLast: (data, event = 'message') => void found.last.push({ event, data }),
    takeStrayLine: (line) => void found.stray.push(line),
    skip: () => undefined,
    skipFieldLines: () => undefined,
    takeDocument: () => false,
    giveUp: () => {
      found.gaveUp = true;
    },
    finish: () => undefined,
    count: 0,
    commentCount: 0,
    unreadBytes: 0,
    findings: () => ({
      hasReadable: false,
      malformed: 0,
      foreign: 0,
      foreignBytes: 0,
      possibleError: undefined,
    }),
    addDigest: () => undefined,
  };
  return { framing: createEventFraming(payloads), found };
}
