import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createParser } from '../../../../../src/webview/markdown/parser/parser.ts';
import { settledPositions } from '../../../../../src/webview/markdown/parser/settledPositions.ts';
import { tokensToView } from '../../../../../src/webview/markdown/tokensToView.ts';
import { viewToHtml } from '../viewToHtml.ts';

const parser = createParser();

const pieces = [
  ' ',
  ' ',
  ' ',
  ' ',
  '\n',
  '  \n',
  // White space in JavaScript. Only the last of them is white space for the parser.
  '\u2028',
  '\u2029',
  '\ufeff',
  '\u00a0',
  'a',
  'word',
  'é',
  '5',
  '.',
  ',',
  '(',
  ')',
  '*',
  '**',
  '***',
  '_',
  '__',
  '~~',
  '~',
  '`',
  '``',
  '[',
  ']',
  '![',
  '](',
  '](https://a.example)',
  '[ref]',
  '<',
  '>',
  '<https://a.example>',
  'https://a.example/b_c',
  'http://a(',
  '\\',
  '\\*',
  '\\(',
  '\\)',
  '\\[ x',
  '\\]',
  '$',
  '$$',
  '$x$',
  '&amp;',
  '&',
  '"',
  '!',
  '😀',
  '字',
  '。',
  '<br>',
  '<br />',
  '<sub>',
  '</sub>',
  '<sup>',
  '</sup>',
  'javascript:',
  '|',
];

/** Texts in which no construct, such as emphasis or a link, is open. */
const closedTexts = [
  'word',
  '5',
  'snake_case',
  '2 * 3',
  'a _ b',
  'a ~ b',
  'x_',
  'a*',
  '|',
  ']',
  '&amp;',
  '😀',
  '**bold**',
  '*soft*',
  '***both***',
  '_soft_',
  '__bold__',
  '~~gone~~',
  '(*soft*)',
  '*soft*.',
  '*soft* **bold**',
  '**bold *soft* end**',
  '*soft **bold** end*',
  '~~gone **bold**~~',
  '`code`',
  '``co`de``',
  '`a*b`',
  '[text](https://a.example/b_c)',
  '[text](http://a.example)',
  '[text](mailto:a@b.example)',
  '[text](path)',
  '[text]',
  '[text] (more)',
  '[a[b]c]',
  '[**bold**]',
  '![text](path)',
  '**a [text](path) b**',
  'https://a.example/b_c?d=e',
  '<https://a.example>',
  '<b>',
  'a < b',
  'a<b c',
  'a:b',
  'a://b',
  '$x^2$',
  '$$x$$',
  '\\(x\\)',
  '\\[x = 1\\]',
  '\\*',
  '\\_',
  '\\`',
];

/** Returns the settled beginning of `text`. Later text cannot change how the settled beginning is parsed. */
function settledPart(text: string): string {
  return text.slice(0, settledPositions(text).at(-1) ?? 0);
}

describe('settledPositions', () => {
  const settled: Readonly<Record<string, string>> = {
    'words and more': 'words and ',
    'a **bold** word': 'a **bold** ',
    'a line\nand more': 'a line\nand ',
    'a [link](https://a.example/b) more': 'a [link](https://a.example/b) ',
    'snake_case and 2 * 3 is': 'snake_case and 2 * 3 ',
    '`code here` more': '`code here` ',
    'of $x + y$ more': 'of $x + y$ ',
    'see https://a.example/b_c more': 'see https://a.example/b_c ',
  };
  for (const [text, expected] of Object.entries(settled)) {
    it(`returns the length of the settled beginning as the last position: ${JSON.stringify(text)}`, () => {
      assert.equal(settledPart(text), expected);
    });
  }

  for (const closed of closedTexts) {
    it(`counts a text without open constructs as settled if a word follows: ${JSON.stringify(closed)}`, () => {
      assert.equal(settledPart(`${closed} last`), `${closed} `);
      assert.equal(settledPart(`some ${closed} more last`), `some ${closed} more `);
      assert.equal(settledPart(`some ${closed}\nlast`), `some ${closed}\n`);
    });
  }

  it('counts any sequence of texts without open constructs as settled if a word follows', () => {
    const part = fc.tuple(fc.constantFrom(...closedTexts), fc.constantFrom(' ', ' ', '  ', '\n', '  \n'));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
        const text = parts.flat().join('');
        assert.equal(settledPart(`${text}last`), text);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it('counts an unclosed formula delimiter as settled if its line has ended or the formula would be too long', () => {
    for (const opening of ['$', '$$', '\\(', '\\[']) {
      assert.equal(settledPart(`some ${opening}5 more`), 'some ');
      assert.equal(settledPart(`some ${opening}5 more\nand last`), `some ${opening}5 more\nand `);
      const long = `some ${opening}5 ${'more '.repeat(205)}`;
      assert.equal(settledPart(`${long}last`), long);
    }
  });

  it('does not count text as settled if emphasis opens right after an unclosed formula delimiter', () => {
    for (const opening of ['$', '\\(', '\\[']) assert.equal(settledPart(`some ${opening}*a\nb more`), 'some ', opening);
  });

  it('does not count a formula of the maximum length as settled before its last character', () => {
    for (const [opening, closing] of [
      ['\\(', '\\)'],
      ['\\[', '\\]'],
    ] as const) {
      const formula = `${opening}= ${'a '.repeat(498)}${closing}`;
      assert.match(html(formula), /<math/);
      assert.equal(settledPart(formula.slice(0, -1)), '');
    }
  });

  it('does not count a construct at the end of the text as settled, because more text may change the construct', () => {
    for (const last of ['*soft*', '`code`', '[text]', '$x$', '\\(x\\)', '<b', '**']) {
      assert.equal(settledPart(`some ${last}`), 'some ', last);
    }
  });

  it('does not count the last word, or white space after it, as settled', () => {
    assert.equal(settledPart('word'), '');
    assert.equal(settledPart('word '), '');
    assert.equal(settledPart('word w'), 'word ');
    assert.equal(settledPart('word  w'), 'word  ');
  });

  for (const open of [
    '**bold and',
    '*soft **and',
    'bo**ld* and',
    'so*ft* and',
    '`code and',
    '[link and',
    '[link](https://a.exa mple',
    '$x and',
    '\\(x and',
    '~~gone and',
    '[a *b](https://a) c',
    'https://a.example/*b* c',
    '<*a> and',
  ]) {
    it(`does not count an open construct as settled: ${JSON.stringify(open)}`, () => {
      const text = `some words ${open} more`;
      assert.equal(settledPart(text), 'some words ');
    });
  }

  it('returns a last position at which the text can be split without a change to the rendered HTML', () => {
    const piece = fc.constantFrom(...pieces);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 8 }), (begun, more) => {
        const text = begun.join('').trimStart();
        fc.pre(!text.startsWith('['));
        const length = settledPositions(text).at(-1) ?? 0;
        const whole = text + more.join('');
        const [first, rest] = [whole.slice(0, length), whole.slice(length)];
        assert.equal(html(first) + (length === 0 ? html(rest) : html(`x ${rest}`).slice(2)), html(whole));
      }),
      { numRuns: 5_000 },
    );
  });
});

function html(text: string): string {
  return viewToHtml(
    tokensToView(parser.parseInline(text, { references: { ref: { href: '/r', title: '' } } }), { open: false }),
  );
}
