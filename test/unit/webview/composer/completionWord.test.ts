import { strict as assert } from 'node:assert';
import { findCompletionWord } from '../../../../src/webview/composer/completionWord.ts';

describe('the word that asks for suggestions', () => {
  const at = (text: string) => findCompletionWord(text.replace('|', ''), text.indexOf('|'));

  it('begins with @ where a word begins', () => {
    assert.deepEqual(at('@|'), { kind: 'context', query: '', start: 0 });
    assert.deepEqual(at('compare @src/a.t| with'), { kind: 'context', query: 'src/a.t', start: 8 });
    assert.deepEqual(at('a\n@total|'), { kind: 'context', query: 'total', start: 2 });
  });

  it('begins with / at the start of the text only', () => {
    assert.deepEqual(at('/exp|'), { kind: 'prompt', query: 'exp', start: 0 });
    assert.deepEqual(at('/| rest'), { kind: 'prompt', query: '', start: 0 });
    for (const text of ['a /exp|', '\n/exp|', ' /|', '/usr bin|']) assert.equal(at(text), undefined, text);
  });

  it('is none within another word, after it, or before the sign', () => {
    for (const text of ['me@example.com|', '@total is|', '|@total', 'plain|', '|', `${'x'.repeat(500)}/|`])
      assert.equal(at(text), undefined, text);
  });

  it('is found at once in a long text', () => {
    assert.equal(findCompletionWord(` @${'a'.repeat(1_000_000)}`, 1_000_002), undefined);
  });
});
