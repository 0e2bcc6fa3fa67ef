import { strict as assert } from 'node:assert';
import { findElisions } from '../../../../src/apply/fragments/elision.ts';
import { languageOfPath } from '../../../../src/apply/languages.ts';

const isElision = (line: string, path: string, file = '') =>
  findElisions([line], file.split('\n'), languageOfPath(path)).has(0);

describe('findElisions', () => {
  it('finds comments that stand for left-out code', () => {
    const lines: readonly (readonly [line: string, path: string])[] = [
      ['// ... existing code ...', 'a.ts'],
      ['  // …', 'a.ts'],
      ['// rest of the function', 'a.go'],
      ['// [existing code]', 'a.java'],
      ['/* unchanged */', 'a.c'],
      ['# ... other methods ...', 'a.py'],
      ['# (rest of the file remains the same)', 'a.py'],
      ['// remaining code unchanged', 'a.rs'],
      ['// same as before', 'a.ts'],
      ['{/* ... existing props ... */}', 'a.tsx'],
      ['<!-- ... rest of the page ... -->', 'a.html'],
      ['-- ... existing columns ...', 'a.sql'],
      ['...', 'a.ts'],
      ['// ⋮', 'a.ts'],
      ['⋮', 'a.ts'],
      ['# ⋯ other methods ⋯', 'a.py'],
    ];
    for (const [line, path] of lines) assert.ok(isElision(line, path), line);
  });

  it('does not find other lines', () => {
    const lines: readonly (readonly [line: string, path: string])[] = [
      ['// Loading...', 'a.ts'],
      ['// The rest is an array of all other arguments, which the caller has checked before.', 'a.ts'],
      ['// Returns the same number', 'a.ts'],
      ['// existing', 'a.ts'],
      ['...args', 'a.ts'],
      ['# Other', 'a.py'],
      ['#include "rest.h"', 'a.c'],
      ['const code = "..."; // existing', 'a.ts'],
    ];
    for (const [line, path] of lines) assert.ok(!isElision(line, path), line);
  });

  it('takes dots that are code of the file for left-out code where they have no line of the file beside them', () => {
    const find = (code: string) =>
      findElisions(code.split('\n'), ['type A = {', '  a: B,', '  ...', '};'], languageOfPath('a.js'));
    assert.equal(find('type A = {\n  a: C,\n  ...\n};').size, 0);
    assert.equal(find('function f() {\n  ...\n  g();\n}').size, 1);
  });

  it('takes a comment of the file for a comment', () => {
    assert.ok(!isElision('// ... existing code ...', 'a.ts', 'a();\n  // ... existing code ...\n'));
  });
});
