import { strict as assert } from 'node:assert';
import { decodeReply, encode, everyCut } from './decodeReply.ts';
import { recordedStreams } from './recordedStreams.ts';

const lineEnds = ['\n', '\r\n', '\r'];

describe('a recorded stream', () => {
  for (const { name, body, expected, hasLines } of recordedStreams) {
    it(`says the same however it is cut and its lines end: ${name}`, () => {
      for (const lineEnd of hasLines ? lineEnds : ['\n']) {
        const bytes = encode(body.replaceAll('\n', lineEnd));
        for (const cut of everyCut(bytes)) {
          assert.deepEqual(decodeReply(cut.pieces), expected, `${JSON.stringify(lineEnd)}, ${cut.name}`);
        }
      }
    });

    it(`yields a prefix of its text when it breaks off, and is complete only by its mark: ${name}`, () => {
      const bytes = encode(body);
      let wasComplete = false;
      for (let end = 0; end < bytes.length; end += 1) {
        const { text, reasoning, isComplete } = decodeReply([bytes.subarray(0, end)]);
        assert.ok(expected.text.startsWith(text), `cut at ${end}: ${text}`);
        assert.ok(expected.reasoning.startsWith(reasoning), `cut at ${end}: ${reasoning}`);
        const soFar = Buffer.from(bytes.subarray(0, end)).toString();
        if (isComplete) assert.match(soFar, /\[DONE\]|"(finish|done)_reason":\s*"\w+"|"done":true/);
        assert.ok(isComplete || !wasComplete, `cut at ${end}: complete before, but not now`);
        wasComplete = isComplete;
      }
    });
  }
});
