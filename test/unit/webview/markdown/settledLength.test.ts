import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createParser } from '../../../../src/webview/markdown/parser.ts';
import { settledLength } from '../../../../src/webview/markdown/settledLength.ts';
import { tokensToView } from '../../../../src/webview/markdown/tokensToView.ts';
import { viewToHtml } from './viewToHtml.ts';

const parser = createParser();

const pieces = [
  ' ',
  ' ',
  ' ',
  ' ',
  '\n',
  '  \n',
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
  'javascript:',
  '|',
];

describe('settledLength', () => {
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
    it(`returns the length of the settled beginning of ${JSON.stringify(text)}`, () => {
      assert.equal(text.slice(0, settledLength(text)), expected);
    });
  }

  for (const open of [
    '**bold and',
    '*soft **and',
    '`code and',
    '[link and',
    '[link](https://a.exa mple',
    '$x and',
    '\\(x and',
    '~~gone and',
    '[a *b](https://a) c',
  ]) {
    it(`excludes an open construct: ${JSON.stringify(open)}`, () => {
      const text = `some words ${open} more`;
      assert.equal(text.slice(0, settledLength(text)), 'some words ');
    });
  }

  it('returns a beginning that parses the same alone as with any text after it', () => {
    const piece = fc.constantFrom(...pieces);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 8 }), (begun, more) => {
        const text = begun.join('').trimStart();
        fc.pre(!text.startsWith('['));
        const length = settledLength(text);
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
