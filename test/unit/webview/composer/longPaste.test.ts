import { strict as assert } from 'node:assert';
import { isLongPaste, pastedLanguage } from '../../../../src/webview/composer/longPaste.ts';

describe('isLongPaste', () => {
  it('returns true for at least 1,000 characters, or at least 10 lines, not counting trailing blank lines', () => {
    assert.deepEqual(['x\n'.repeat(9), 'x'.repeat(999), '', 'x\n\n\n\n\n\n\n\n\n\n\n\n'].map(isLongPaste), [
      false,
      false,
      false,
      false,
    ]);
    assert.deepEqual(['x\n'.repeat(10), 'x'.repeat(1_000), 'a\r\n'.repeat(10)].map(isLongPaste), [true, true, true]);
  });
});

describe('pastedLanguage', () => {
  it('returns the language in `mode`, or an empty string if the data has no valid `mode`', () => {
    assert.equal(pastedLanguage('{"version":1,"mode":"typescript"}'), 'typescript');
    for (const data of ['', 'x', 'null', '7', '{}', '{"mode":7}']) assert.equal(pastedLanguage(data), '', data);
  });
});
