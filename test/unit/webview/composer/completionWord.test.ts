import { strict as assert } from 'node:assert';
import { findCompletionWord } from '../../../../src/webview/composer/completionWord.ts';

describe('findCompletionWord', () => {
  /** Searches a text in which `|` marks the caret. */
  const at = (text: string) => findCompletionWord(text.replace('|', ''), text.indexOf('|'));

  it('finds a word before the caret if the word begins with @', () => {
    assert.deepEqual(at('@|'), { kind: 'context', query: '', start: 0 });
    assert.deepEqual(at('compare @src/a.t| with'), { kind: 'context', query: 'src/a.t', start: 8 });
    assert.deepEqual(at('a\n@total|'), { kind: 'context', query: 'total', start: 2 });
  });

  it('finds a word that begins with / only at the start of the text', () => {
    assert.deepEqual(at('/exp|'), { kind: 'prompt', query: 'exp', start: 0 });
    assert.deepEqual(at('/| rest'), { kind: 'prompt', query: '', start: 0 });
    for (const text of ['a /exp|', '\n/exp|', ' /|', '/usr bin|']) assert.equal(at(text), undefined, text);
  });

  it('returns undefined if the word before the caret does not begin with @ or /', () => {
    for (const text of ['me@example.com|', '@total is|', '|@total', 'plain|', '|', `${'x'.repeat(500)}/|`])
      assert.equal(at(text), undefined, text);
  });

  it('finds a word that begins with / if the word has at most 199 characters', () => {
    assert.equal(at(`/${'a'.repeat(198)}|`)?.query.length, 198);
    assert.equal(at(`/${'a'.repeat(199)}|`), undefined);
  });

  it('ignores a / inside a long word, at any distance before the caret', () => {
    for (let distance = 190; distance <= 210; distance += 1)
      assert.equal(at(`${'x'.repeat(300)}/${'a'.repeat(distance - 1)}|`), undefined, `${distance} characters`);
  });

  it('ignores a word of 1,000,000 characters', () => {
    assert.equal(findCompletionWord(` @${'a'.repeat(1_000_000)}`, 1_000_002), undefined);
  });
});
