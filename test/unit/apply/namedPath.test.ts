import { strict as assert } from 'node:assert';
import { namedPath } from '../../../src/apply/namedPath.ts';

const named = ({ code = 'let a;', info = 'ts', before = '' }) => namedPath({ code, info, before });

describe('namedPath', () => {
  it('returns the path in the info string', () => {
    const infos: readonly (readonly [info: string, path: string | undefined])[] = [
      ['ts:src/cart.ts', 'src/cart.ts'],
      ['ts title="src/cart.ts"', 'src/cart.ts'],
      ["ts title='src/my cart.ts'", 'src/my cart.ts'],
      ['ts filename=src/cart.ts', 'src/cart.ts'],
      ['ts {file: "cart.ts"}', 'cart.ts'],
      ['src/cart.ts', 'src/cart.ts'],
      ['cart.ts', 'cart.ts'],
      ['ts src/cart.ts', 'src/cart.ts'],
      ['ts (src/cart.ts)', 'src/cart.ts'],
      ['12:20:src/cart.ts', 'src/cart.ts'],
      ['dockerfile:Dockerfile', 'Dockerfile'],
      ['ts showLineNumbers', undefined],
      ['ts', undefined],
      ['', undefined],
    ];
    for (const [info, path] of infos) assert.equal(named({ info }), path, info);
  });

  it('returns the path in a comment in the first line', () => {
    const lines: readonly (readonly [line: string, path: string | undefined])[] = [
      ['// src/cart.ts', 'src/cart.ts'],
      ['// File: cart.ts', 'cart.ts'],
      ['# tools/cart.py', 'tools/cart.py'],
      ['/* styles/cart.css */', 'styles/cart.css'],
      ['<!-- index.html -->', 'index.html'],
      ['// src/cart.ts:12', 'src/cart.ts'],
      ['// see src/cart.ts for the total', undefined],
      ['// adds the total', undefined],
      ['let cart; // src/cart.ts', undefined],
    ];
    for (const [line, path] of lines) assert.equal(named({ code: `${line}\nlet a;` }), path, line);
  });

  it('returns the path before the marker of a replacement', () => {
    const code = 'src/cart.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE';
    assert.equal(named({ code, info: '' }), 'src/cart.ts');
  });

  it('returns the path in the header of a diff', () => {
    assert.equal(named({ code: '--- a/src/cart.ts\n+++ b/src/cart.ts\n@@\n-a\n+b', info: 'diff' }), 'src/cart.ts');
    assert.equal(named({ code: '--- /dev/null\n+++ b/new.ts\n@@\n+b', info: 'diff' }), 'new.ts');
    assert.equal(named({ code: '*** Begin Patch\n*** Update File: src/a.py\n@@\n-a\n+b\n*** End Patch' }), 'src/a.py');
  });

  it('returns the path in the line before the block', () => {
    const texts: readonly (readonly [text: string, path: string | undefined])[] = [
      ['In `cart.ts`:', 'cart.ts'],
      ['**cart.ts**', 'cart.ts'],
      ['### `src/cart.ts`', 'src/cart.ts'],
      ['## src/cart.ts', 'src/cart.ts'],
      ['Change src/cart.ts like this:', 'src/cart.ts'],
      ['File: src/cart.ts', 'src/cart.ts'],
      ['### src/cart.ts\n\nThe total is now rounded:', 'src/cart.ts'],
      ['In [cart.ts](src/cart.ts):', 'src/cart.ts'],
      ['In `cart.ts`, as in `shop.ts`:', 'cart.ts'],
      ['As `shop.ts` does with `cart.ts`:', undefined],
      ['Call `cart.total` first:', undefined],
      ['This works in Node.js:', undefined],
      ['See `src/cart.ts`.\n\nThe change:', undefined],
      ['See https://example.org/cart.ts:', undefined],
    ];
    for (const [before, path] of texts) assert.equal(named({ before: `${before}\n\n` }), path, before);
  });

  it('prefers the info string to the prose', () => {
    assert.equal(named({ info: 'ts:a.ts', before: 'In `b.ts`:\n' }), 'a.ts');
  });

  it('ignores paths with more than 400 characters', () => {
    const pathOf = (length: number) => `${'a/'.repeat(length / 2 - 2)}b.ts`;
    const blocks = (path: string) => [
      { code: `--- a/${path}\n+++ b/${path}\n@@\n-a\n+b`, info: 'diff' },
      { code: `--- a/${path}\n+++ /dev/null\n@@\n-a`, info: 'diff' },
      { code: `*** Begin Patch\n*** Add File: ${path}\n+b\n*** End Patch` },
      { info: `ts:${path}` },
      { info: `ts title="${path}"` },
      { info: path },
      { code: `// ${path}\nlet a;` },
      { before: `In \`${path}\`:\n` },
    ];
    for (const block of blocks(pathOf(400))) assert.equal(named(block), pathOf(400), JSON.stringify(block));
    for (const block of blocks(pathOf(402))) assert.equal(named(block), undefined, JSON.stringify(block));
  });

  it('ignores the old path of a diff whose new path has more than 400 characters', () => {
    assert.equal(named({ code: `--- a/a.ts\n+++ b/${'a/'.repeat(200)}a.ts\n@@\n-a\n+b`, info: 'diff' }), undefined);
  });

  // With quadratic time, the test would exceed Mocha's timeout.
  it('finds the last path before the code in a megabyte of text that looks like paths', () => {
    const long = 'a/'.repeat(500_000);
    const before = `**${long}\n${'`a.ts` '.repeat(100_000)}`;
    assert.equal(named({ info: long, code: `// ${long}`, before }), 'a.ts');
  });
});
