import { strict as assert } from 'node:assert';
import { decodeReply, encode, everyCut } from './decodeReply.ts';
import { recordedStreams } from './recordedStreams.ts';

const lineEnds = ['\n', '\r\n', '\r'];

describe('createChatStreamDecoder, with recorded streams', () => {
  for (const { name, body, expected, hasLines } of recordedStreams) {
    it(`decodes the body ${name}${hasLines ? ' with any line ends' : ''}, however the body is split`, () => {
      for (const lineEnd of hasLines ? lineEnds : ['\n']) {
        const bytes = encode(body.replaceAll('\n', lineEnd));
        for (const cut of everyCut(bytes)) {
          assert.deepEqual(decodeReply(cut.pieces), expected, `${JSON.stringify(lineEnd)}, ${cut.name}`);
        }
      }
    });

    it(`decodes the beginning of the text if the body ${name} is truncated, and sets isComplete only after an end mark`, () => {
      const bytes = encode(body);
      // The text of the malformed event can be read as long as the event may be truncated.
      const texts = name === 'malformedEvent' ? [expected.text, 'alost'] : [expected.text];
      let wasComplete = false;
      for (let end = 0; end < bytes.length; end += 1) {
        const { text, reasoning, isComplete } = decodeReply([bytes.subarray(0, end)]);
        assert.ok(
          texts.some((each) => each.startsWith(text)),
          `cut at ${end}: ${text}`,
        );
        assert.ok(expected.reasoning.startsWith(reasoning), `cut at ${end}: ${reasoning}`);
        const received = Buffer.from(bytes.subarray(0, end)).toString();
        if (isComplete) assert.match(received, /\[DONE\]|"(finish|done)_reason":\s*"\w+"|"done":true/);
        assert.ok(isComplete || !wasComplete, `cut at ${end}: complete before, but not now`);
        wasComplete = isComplete;
      }
    });
  }
});
