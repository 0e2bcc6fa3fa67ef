import assert from 'node:assert/strict';
import {
  plainName,
  plainNames,
  plainQuote,
  plainStart,
  shownTitle,
  withoutLinks,
} from '../../../../src/vscode/dialogs/plainText.ts';

describe('withoutLinks', () => {
  // VS Code's own pattern for links in notifications, from src/vs/base/common/linkedText.ts.
  const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

  it('leaves no text that VS Code shows as a link', () => {
    const texts = ['[a](command:x)', '[a](https://example.com "b")', '[[a](command:x)](command:y)', '[a](FILE:/x)'];
    for (const text of texts) {
      assert.match(text, new RegExp(link.source, 'i'));
      assert.doesNotMatch(withoutLinks(text), new RegExp(link.source, 'i'));
    }
  });

  it('does not change a text without links', () => {
    assert.equal(withoutLinks('a[0] (b) [c] d](e'.slice(0, 14)), 'a[0] (b) [c] d');
  });
});

describe('plainName', () => {
  it('does not change usual file names', () => {
    for (const name of ['main.ts', 'src/a b/[id].tsx', 'été.md', '日本.txt', '❤️ 👩‍💻.md'])
      assert.equal(plainName(name), name);
  });

  it('replaces line breaks, control characters and bidirectional characters', () => {
    assert.equal(plainName('a\nb\r\tc\u0000d\u202Ee\u2028f\u200Bg.md'), 'a�b��c�d�e�f�g.md');
  });

  it('keeps the start and the end of a long name, at most 120 characters', () => {
    const name = plainName(`start${'x'.repeat(10_000)}end.md`);
    assert.equal(name.length, 120);
    assert.match(name, /^startx+…x+end\.md$/);
  });

  it('does not cut a surrogate pair in two', () => {
    for (const before of ['', 'x']) assert.ok(plainName(before + '𝒳'.repeat(200)).isWellFormed());
  });
});

describe('plainStart', () => {
  it('returns the first 200 characters on one line, without hidden characters', () => {
    assert.equal(plainStart('Explain\n\n  this\tcode\u202E.'), 'Explain this code�.');
    assert.equal(plainStart('x'.repeat(200)), 'x'.repeat(200));
    assert.equal(plainStart('x'.repeat(50_000)), `${'x'.repeat(199)}…`);
  });
});

describe('plainQuote', () => {
  it('returns at most 40 characters on one line, cut behind a word', () => {
    assert.equal(plainQuote('  Explain\n\nthis\tcode\u202E. '), 'Explain this code�.');
    assert.equal(plainQuote('x'.repeat(40)), 'x'.repeat(40));
    const words = 'Explain the following paragraph in detail, please.';
    assert.equal(plainQuote(words), 'Explain the following paragraph in…');
    assert.equal(plainQuote(`${'word '.repeat(7)}1234 more`), `${'word '.repeat(7)}1234…`);
    assert.equal(plainQuote(`  ${words.repeat(50_000)}`), 'Explain the following paragraph in…');
  });

  it('cuts a long word, but no surrogate pair', () => {
    assert.equal(plainQuote(`Open ${'x'.repeat(100)}`), `Open ${'x'.repeat(34)}…`);
    for (const before of ['', 'x']) assert.ok(plainQuote(before + '𝒳'.repeat(200)).isWellFormed());
  });
});

describe('plainNames', () => {
  it('puts each name on a line of its own', () => {
    assert.equal(plainNames(['a.md', 'b\nc.md']), 'a.md\nb�c.md');
  });

  it('names at most 10, and counts the others', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `${index}.md`);
    assert.equal(plainNames(names), [...names.slice(0, 10), '4990 more'].join('\n'));
  });
});

describe('shownTitle', () => {
  it('marks hidden characters, and names a session without a title', () => {
    assert.equal(shownTitle('Pay \u202elive\u2028 now'), 'Pay \ufffdlive\ufffd now');
    assert.equal(shownTitle(''), 'Untitled');
  });
});
