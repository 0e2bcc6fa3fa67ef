import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('new values above a function of the file', () => {
  const file = (body: string) =>
    `const MAX = 3;\n\ninterface A {\n  b: string;\n}\n\nexport function c(a: A) {\n  return ${body};\n}\n\nexport function d() {}\n`;
  const code = (value: string, body: string) => `${value}\n\nexport function c(a: A) {\n  return ${body};\n}\n`;

  it('are inserted above it if its new code uses all of them', () => {
    const before = file('a.b');
    for (const value of ['const SIZE = 5;', 'type SIZE = string;', '/** Largest size. */\nconst SIZE = 5;']) {
      const after = before
        .replace('export function c', `${value}\n\nexport function c`)
        .replace('a.b', 'cut(a.b, SIZE)');
      assert.equal(applied('a.ts', before, code(value, 'cut(a.b, SIZE)')), after);
    }
    assert.equal(applied('a.ts', before, code('const SIZE = 5;\nconst REST = 1;', 'cut(a.b, SIZE)')), 'noNeighbours');
    assert.equal(applied('a.ts', before, code('const SIZE = 5;', 'cut(a.b)')), 'noNeighbours');
  });

  it('are not inserted if one may replace a value that the function no longer uses', () => {
    assert.equal(applied('a.ts', file('cut(a.b, MAX)'), code('const SIZE = 5;', 'cut(a.b, SIZE)')), 'noNeighbours');
    const both = 'cut(a.b, Math.min(SIZE, MAX))';
    assert.ok(applied('a.ts', file('cut(a.b, MAX)'), code('const SIZE = 5;', both)).includes(both));
  });

  it('are inserted below a changed list of imports and above the function in Go', () => {
    const go = 'package a\n\nimport (\n\t"fmt"\n)\n\ntype B struct {\n\tC int\n}\n\nfunc D() int {\n\treturn 1\n}\n';
    const imports = 'import (\n\t"errors"\n\t"fmt"\n)\n';
    const value = 'var ErrD = errors.New("d")\n\n';
    const changed = 'func D() (int, error) {\n\treturn 0, ErrD\n}\n';
    const expected = go.replace(/import.*?\)\n/s, imports).replace(/func D.*/s, `${value}${changed}`);
    assert.equal(applied('a.go', go, `${imports}\n${value}${changed}`), expected);
  });
});
