import { strict as assert } from 'node:assert';
import { firstWords } from '../../../../src/webview/conversation/messageArticle.ts';

describe('firstWords', () => {
  it('returns a text of at most 80 characters in full, on one line', () => {
    assert.equal(firstWords(' two\n\n  lines\t'), 'two lines');
    assert.equal(firstWords('x'.repeat(80)), 'x'.repeat(80));
    assert.equal(firstWords(''), '');
  });

  it('cuts a long text after the last whole word within 80 characters', () => {
    const words = 'word '.repeat(15);
    assert.equal(firstWords(`${words}fives and more`), `${words}fives…`);
    assert.equal(firstWords(`${words}sixers and more`), `${words.trimEnd()}…`);
  });

  it('cuts a long text without spaces at 80 characters', () => {
    assert.equal(firstWords('x'.repeat(81)), `${'x'.repeat(80)}…`);
  });

  it('reads only the beginning of a very long text', () => {
    assert.equal(firstWords(`${' '.repeat(1_000_000)}late`), '');
  });
});
