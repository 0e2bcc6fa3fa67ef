import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { createLineFeeds } from '../../../../src/api/stream/lineFeeds.ts';

describe('line ends', () => {
  it('are line feeds afterwards, wherever the text is cut', () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('\r', '\n', 'a', '\u2028', '') }), { maxLength: 20 });
    fc.assert(
      fc.property(pieces, (texts) => {
        const toLineFeeds = createLineFeeds();
        assert.equal(texts.map(toLineFeeds).join(''), texts.join('').replaceAll(/\r\n|\r/g, '\n'));
      }),
    );
  });

  it('are known at once when they are a lone CR', () => {
    assert.equal(createLineFeeds()('a\r'), 'a\n');
  });
});
