import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { decodeBase64, encodeBase64 } from '../../../src/common/base64.ts';

describe('encodeBase64 and decodeBase64', () => {
  it('encode and decode any bytes like Node', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        const encoded = Buffer.from(bytes).toString('base64');
        assert.equal(encodeBase64(bytes), encoded);
        assert.deepEqual(decodeBase64(encoded), new Uint8Array(bytes));
      }),
    );
  });

  it('decodeBase64 returns undefined for a text with a wrong length or an invalid character', () => {
    for (const text of ['AQ\nD', 'AQ-D', 'AQID\n', '*', 'AQI', 'AQÿ'])
      assert.equal(decodeBase64(text), undefined, text);
  });
});
