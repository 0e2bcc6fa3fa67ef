import { strict as assert } from 'node:assert';
import { namedPaths } from '../../../src/apply/namedPaths.ts';

const allNamed = ({ code = 'let a;', info = 'ts', before = '' }) => namedPaths({ code, info, before });

/** Returns the only named path. */
function named(block: { readonly code?: string; readonly info?: string; readonly before?: string }) {
  const [path, ...others] = allNamed(block);
  assert.deepEqual(others, []);
  return path;
}

describe('namedPaths', () => {
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
      ['ts // src/cart.ts', 'src/cart.ts'],
      ['ts src/cart.ts - the cart', 'src/cart.ts'],
      ['tsx // src/cart.tsx (updated)', 'src/cart.tsx'],
      ['src/cart.ts:10-20', 'src/cart.ts'],
      ['src/cart.ts#L10-L20', 'src/cart.ts'],
      ['ts:src/cart.ts:10-20', 'src/cart.ts'],
      ['{file="src/cart.ts"}', 'src/cart.ts'],
      ['ts {1-3} src/cart.ts', 'src/cart.ts'],
      ['ts [src/cart.ts]', 'src/cart.ts'],
      ['ts app/[id]/page.tsx', 'app/[id]/page.tsx'],
      ['ts showLineNumbers', undefined],
      ['ts {1-3}', undefined],
      ['ts v1.2', undefined],
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
      ['// In src/cart.ts:', 'src/cart.ts'],
      ['// Updated file: src/cart.ts', 'src/cart.ts'],
      ['// src/cart.ts - the cart', 'src/cart.ts'],
      ['// src/cart.ts — new', 'src/cart.ts'],
      ['// `src/cart.ts`', 'src/cart.ts'],
      ['# === tools/cart.py ===', 'tools/cart.py'],
      ['// ===== src/cart.ts =====', 'src/cart.ts'],
      ['/* File: src/cart.c */', 'src/cart.c'],
      ['-- migrations/1.sql', 'migrations/1.sql'],
      ['{{!-- cart.html --}}', 'cart.html'],
      ['<?php\n// src/cart.php', 'src/cart.php'],
      ["'use client'\n\n// src/cart.tsx", 'src/cart.tsx'],
      ['// see src/cart.ts for the total', undefined],
      ['// from src/cart.ts', undefined],
      ["// import './cart.ts'", undefined],
      ['// TODO: move to src/cart.ts', undefined],
      ['// Node.js - the server', undefined],
      ['# v1.2 - the first version', undefined],
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

  it('returns the path that a heading, a label or a sentence before the block names', () => {
    const lines = [
      '**1. `src/a.ts`**: raise the limit',
      '**Step 1: Update `src/a.ts`**',
      '### 2) src/a.ts (new)',
      '1. In `src/a.ts`, replace the limit',
      'Update `src/a.ts` like this:',
      'File: `src/a.ts`',
      '**File**: src/a.ts',
      '**File: src/a.ts**',
      '`File: src/a.ts`',
      '**In `src/a.ts`:**',
      '**`src/a.ts`** (new file)',
      '*   **`src/a.ts`**',
      '📄 src/a.ts',
      '*src/a.ts*',
      '<summary><code>src/a.ts</code></summary>',
      '### [`a.ts`](src/a.ts)',
      '`src/a.ts` (lines 10–20):',
      'src/a.ts:10-20',
      '> In `src/a.ts`:',
      'Modify the `src/a.ts` file as follows:',
      'In your src/a.ts file, add the following code:',
      'In src/a.ts, replace the function with this',
      'Save this as `src/a.ts`:',
      'Remove the import from `src/a.ts`:',
      'Here is the full content of `src/a.ts`, which uses `b.ts`:',
      'Move the helper from `b.ts` to `src/a.ts`:',
      'Unlike `b.ts`, `src/a.ts` needs a limit:',
      'As in `b.ts`, in `src/a.ts`:',
      'In `src/a.ts`, import it from `b.ts`:',
      'Use `res.json` in `src/a.ts`:',
      'The bug is in `src/a.ts`: `total` ignores the limit of `b.ts`. Change it:',
      'In [`a.ts`](src/a.ts), change:',
      '1. In `src/a.ts`, replace it.\n\n   It keeps memory low:',
      'Update `src/a.ts` to use it.\n\nHere is the code:',
      '### src/a.ts\n\nUnlike `b.ts`, this one has a limit:',
      '### a.ts\n\nIn `src/a.ts`, replace it.\n\nThe code:',
      '**src/a.ts**\n\n**Before:**',
    ];
    for (const before of lines) assert.equal(named({ before: `${before}\n\n` }), 'src/a.ts', before);
  });

  it('ignores files of data before code, and scripts before markup', () => {
    const before = (text: string, info: string) => allNamed({ before: `${text}\n\n`, info });
    for (const text of [
      'Your `stations.csv` has a header row, so use `csv.DictReader`:',
      'The umlauts are broken in `out/report.txt`. Pass the encoding:',
      'Clients request `/3/4/2.png`, so `int` fails. Strip the suffix in `path_int`:',
      'Your `requirements.txt` already has pandas, so you can use it in `read`:',
    ])
      assert.deepEqual(before(text, 'python'), [], text);
    assert.deepEqual(before('The script blocks rendering. Load `app.js` with `defer`:', 'html'), []);
    assert.deepEqual(before('Add it to `requirements.txt`:', ''), ['requirements.txt']);
    for (const text of ['`mail.txt`:', '**mail.txt**', 'Create `mail.txt`:', '#### mail.txt', 'In `mail.txt`:'])
      assert.deepEqual(before(`### \`mail.html\`\n\n${text}`, 'html'), ['mail.txt'], text);
  });

  it('ignores other files, and what only looks like a file', () => {
    const lines = [
      "import x from './a.ts'",
      "Here we import x from './a.ts':",
      "`import x from './a.ts'`:",
      'Unlike `b.ts`, this one needs a limit:',
      'as in `b.ts`',
      'This is similar to `b.ts`:',
      'This is the pattern that `b.ts` uses:',
      'It works like server.js does:',
      'It is imported from `b.ts`:',
      'It is used in `b.ts`:',
      'Don’t change `b.ts`; use this instead:',
      '`b.ts` needs no change. Only the function changes:',
      'Here is a test for `b.ts`:',
      'Assuming `A` in `b.ts` has the field `c`, you can write it with a single call:',
      'Because the tests in `b.test.ts` rely on the old signature, I kept it as it is:',
      '`b.ts` calls this function for every message, so it should not allocate:',
      'Don’t forget to change the declaration in `b.h` to `void a(int b);`.',
      'Make sure `c` is in your `b.ts`. Then update the function:',
      'The code above goes into `b.ts`.',
      '[The documentation](https://example.org/a.ts):',
      'See example.org/cart.html:',
      'This needs v1.2:',
      'This needs lodash/v1.2:',
      'Chart.js draws it:',
      'e.g.:',
      'At 5 p.m.:',
      'Return `res.json`:',
      '## src/a.ts\n\nText\n\n## Tests',
    ];
    for (const before of lines) assert.deepEqual(allNamed({ before: `${before}\n\n` }), [], before);
  });

  it('ignores a file of another language, unless the line starts with it', () => {
    const ignored = ['Add `c` to your `b.toml`, then derive it:', 'The values in `b.json` are strings:'];
    for (const before of ignored) assert.deepEqual(allNamed({ info: 'rust', before: `${before}\n\n` }), [], before);
    const named = ['Update `b.toml`:', 'In `b.toml`, add it:', '`b.toml`:'];
    for (const before of named)
      assert.deepEqual(allNamed({ info: 'rust', before: `${before}\n\n` }), ['b.toml'], before);
    for (const info of ['', 'toml', 'bash', 'text', 'json'])
      assert.deepEqual(allNamed({ info, before: 'Add `c` to your `b.toml`:\n\n' }), ['b.toml'], info);
    assert.deepEqual(allNamed({ info: 'ts', before: 'Then add it to `b.vue`:\n\n' }), ['b.vue']);
  });

  it('finds a file that a reminder or an explanation introduces', () => {
    const lines = [
      'Make sure your `src/a.ts` exports it:',
      'Since the limit is gone, change `src/a.ts`:',
      'Because of the tests, I changed it in `src/a.ts`:',
    ];
    for (const before of lines) assert.deepEqual(allNamed({ before: `${before}\n\n` }), ['src/a.ts'], before);
  });

  it('returns several paths if it is not clear which is meant', () => {
    const texts = [
      'In `a.ts` and `b.ts`:',
      'Both `a.ts` and `b.ts` need it:',
      'Export it in `a.ts`, import it in `b.ts`:',
      '`a.ts` → `b.ts`',
      '1. Update `a.ts` for this\n2. Update `b.ts` for that\n\nFirst:',
    ];
    for (const before of texts) assert.deepEqual([...allNamed({ before })].sort(), ['a.ts', 'b.ts'], before);
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
