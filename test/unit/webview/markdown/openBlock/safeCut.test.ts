import assert from 'node:assert/strict';
import { lastSafeCut, lineStarts, topLevel } from '../../../../../src/webview/markdown/openBlock/safeCut.ts';
import { createParser } from '../../../../../src/webview/markdown/parser/parser.ts';

const parser = createParser();

/** Divides a source at its last safe cut. */
function divided(source: string): readonly [before: string, after: string] {
  const cut = lastSafeCut(parser.parse(source, { unfinished: true }), source, lineStarts(source));
  return [source.slice(0, cut), source.slice(cut)];
}

describe('lastSafeCut', () => {
  it('returns the offset after the blank line that closes the last block', () => {
    for (const block of ['one\ntwo\n', '# one\n', '***\n', '| a |\n|---|\n| b |\n', '> one\n']) {
      assert.deepEqual(divided(`${block}\n`), [`${block}\n`, '']);
      assert.deepEqual(divided(`zero\n\n${block} \t\n`), [`zero\n\n${block} \t\n`, '']);
    }
  });

  it('returns the start of the last block if a blank line precedes this block, and later text may extend it', () => {
    for (const block of ['- one\n\n', '1. one\n\n', '```\n\n', '    code\n\n', 'text\n'])
      assert.deepEqual(divided(`zero\n\n${block}`), ['zero\n\n', block]);
  });

  it('returns the start of the first block if link definitions precede this block', () => {
    for (const block of ['text\n', '- one\n', '> one\n', '```\ncode\n', '2. one\n'])
      assert.deepEqual(divided(`[a]: /a\n[b]: /b\n${block}`), ['[a]: /a\n[b]: /b\n', block]);
  });

  it('returns 0 if the line after link definitions may become the title of the last definition', () => {
    for (const line of ['"title\n', " 'title\n", '(title\n'])
      assert.deepEqual(divided(`[a]: /a\n${line}`), ['', `[a]: /a\n${line}`]);
  });

  it('returns 0 if a line of white space other than spaces and tabs precedes an unclosed formula', () => {
    for (const space of ['\u00a0', '\u3000', '\f', '\v', '\u2028', '\ufeff']) {
      const source = `text\n${space}\n$$ a\n`;
      assert.deepEqual(divided(source), ['', source], JSON.stringify(space));
    }
    assert.deepEqual(divided('text\n\t\n$$ a\n'), ['text\n\t\n', '$$ a\n']);
  });

  it('returns 0 if the source has one block, and later text may extend that block', () => {
    for (const block of ['', 'text\n', '- one\n\n- two\n\n', '```\ncode\n\n'])
      assert.deepEqual(divided(block), ['', block]);
  });
});

describe('lineStarts', () => {
  it('returns the offset of each line, then the length of the source', () => {
    assert.deepEqual(lineStarts('ab\n\nc\n'), [0, 3, 4, 6]);
    assert.deepEqual(lineStarts('ab\nc'), [0, 3, 4]);
  });
});

describe('topLevel', () => {
  it('returns the first token of each block that is not inside another block', () => {
    const types = topLevel(parser.parse('- a\n  - b\n\n```\nc\n```\n# d\n', {})).map(({ type }) => type);
    assert.deepEqual(types, ['bullet_list_open', 'fence', 'heading_open']);
  });
});
