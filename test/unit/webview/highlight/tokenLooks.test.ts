import { strict as assert } from 'node:assert';
import { createTokenLooks } from '../../../../src/webview/highlight/tokenLooks.ts';

const plain = { isItalic: false, isBold: false, isUnderlined: false, isStruckThrough: false };

describe('createTokenLooks', () => {
  it('takes the colour and the font style separately, each from the most specific rule that sets it', () => {
    const looks = createTokenLooks([
      { scope: ['keyword'], foreground: '#AA0000', fontStyle: 'bold' },
      { scope: ['keyword.control'], fontStyle: 'italic underline' },
    ]);
    assert.deepEqual(looks(['source.ts', 'keyword']), { ...plain, color: '#aa0000', isBold: true });
    assert.deepEqual(looks(['source.ts', 'keyword.control']), {
      ...plain,
      color: '#aa0000',
      isItalic: true,
      isUnderlined: true,
    });
  });

  it('keeps the colour of the enclosing scope if the rule of the inner scope sets only a font style', () => {
    const looks = createTokenLooks([
      { scope: ['string'], foreground: '#00AA00' },
      { scope: ['markup'], fontStyle: 'italic' },
    ]);
    assert.deepEqual(looks(['source.ts', 'string', 'markup']), { ...plain, color: '#00aa00', isItalic: true });
  });

  it('returns no font style for a token without a font style in the theme', () => {
    const looks = createTokenLooks([{ scope: ['string'], foreground: '#00AA00' }]);
    assert.deepEqual(looks(['source.ts', 'string']), { ...plain, color: '#00aa00' });
    assert.deepEqual(createTokenLooks([])(['source.ts']), { ...plain, color: undefined });
  });
});
