import { strict as assert } from 'node:assert';
import { languageOfPath } from '../../../../src/apply/languages.ts';
import { splitCode } from '../../../../src/apply/lines/fileLines.ts';
import { itemsIn, type Item } from '../../../../src/apply/outline/items.ts';
import { scanCode } from '../../../../src/apply/outline/scanCode.ts';

describe('itemsIn', () => {
  function itemsOf(path: string, code: string, elisions?: ReadonlySet<number>): readonly Item[] {
    const lines = splitCode(code);
    return itemsIn(scanCode(lines, languageOfPath(path), elisions), 0, lines.length);
  }

  /** Returns the lines [start, end) of each item. */
  const extents = (path: string, code: string) => itemsOf(path, code).map(({ start, end }) => `${start}-${end}`);

  it('includes the comments and decorators directly above the code', () => {
    const [first, second, ...others] = itemsOf('a.ts', '// a\n\n/** b */\n@c({\n})\nexport class A {\n}');
    assert.deepEqual([first?.kind, first?.start, first?.end], ['comment', 0, 1]);
    assert.deepEqual([second?.start, second?.decorators, second?.head, second?.end], [2, 3, 5, 7]);
    assert.deepEqual(others, []);
  });

  it('ends an item where its brackets, its indentation or its statement ends', () => {
    const codes: readonly (readonly [path: string, code: string, extents: readonly string[]])[] = [
      ['a.ts', 'a();\nb();', ['0-1', '1-2']],
      ['a.ts', 'a(\n  b,\n);\nc();', ['0-3', '3-4']],
      ['a.ts', 'const a = b\n  .c()\n  .d();\ne();', ['0-3', '3-4']],
      ['a.ts', 'const a =\n  b;\nc();', ['0-2', '2-3']],
      ['a.ts', 'a\n&& b\nc +\nd\ne()', ['0-2', '2-4', '4-5']],
      ['a.ts', 'if (a) {\n} else {\n}\nb();', ['0-3', '3-4']],
      ['a.ts', 'a: 1,\nb: 2,', ['0-1', '1-2']],
      ['A.java', 'A a = mock(A.class);\nwhen(a.b()).thenReturn(1);', ['0-1', '1-2']],
      ['a.js', 'then(a) {\n}\n\nfinally(a) {\n}', ['0-2', '3-5']],
      ['A.java', 'public class A implements B,\n        C {\n  int a;\n}\nclass D {\n}', ['0-4', '4-6']],
      ['a.rs', 'let a = 1;\nensure!(a > 0);', ['0-1', '1-2']],
      ['a.ps1', 'if ($a) {\n}\nelseif ($b) {\n}', ['0-4']],
      ['a.c', 'static int\nmain(void)\n{\n}\nint a;', ['0-4', '4-5']],
      ['a.cc', 'A::A(int b)\n    : c{b},\n      d{b} {\n  e();\n}\nint a;', ['0-5', '5-6']],
      ['a.c', '#define A \\\n  b\nint a;', ['0-2', '2-3']],
      ['a.c', '#define A \\\nb\nint main(void)\n{\n}', ['0-2', '2-5']],
      ['a.py', 'if a:\n    b\nelse:\n    c\nd', ['0-4', '4-5']],
      ['a.py', 'def a():\n    b\n\nwhen = c', ['0-2', '3-4']],
      ['a.py', 'def a(\n    b,\n):\n    c\n\n    d\n\ne', ['0-6', '7-8']],
      ['a.sh', 'if a; then\n  b\nfi\nc', ['0-3', '3-4']],
      ['a.yml', 'a:\n  b: 1\nc: 2', ['0-2', '2-3']],
    ];
    for (const [path, code, expected] of codes) assert.deepEqual(extents(path, code), expected, code);
  });

  it('divides an item into the bodies of its branches', () => {
    const codes: readonly (readonly [path: string, code: string, sections: readonly string[]])[] = [
      ['a.ts', 'a();', []],
      ['a.ts', 'a() {}', []],
      ['a.ts', 'if (a) {\n  b();\n} else {\n  c();\n\n  d();\n}', ['1-2', '3-6']],
      ['a.ts', 'function a(\n  b,\n) {\n  c();\n}', ['1-2', '3-4']],
      ['a.py', 'def a(\n    b,\n):\n    c', ['3-4']],
      ['a.py', 'if a:\n    b\nelse:\n    c', ['1-2', '3-4']],
      ['a.sh', 'if a; then\n  b\nelse\n  c\nfi', ['1-2', '3-4']],
    ];
    for (const [path, code, expected] of codes) {
      const [item] = itemsOf(path, code);
      assert.deepEqual(
        item?.sections.map(({ start, end }) => `${start}-${end}`),
        expected,
        code,
      );
    }
  });

  it('gives equal keys to items that mean the same', () => {
    const keys: readonly (readonly [path: string, one: string, other: string, areEqual: boolean])[] = [
      ['a.ts', 'function a() {\n  b();\n}', 'export async function a(c) {\n}', true],
      ['a.ts', 'function a() {\n}', 'function b() {\n}', false],
      ['a.ts', 'for (const a of b) {\n  c();\n}', 'for (const a  of b) {\n  d();\n}', true],
      ['a.ts', 'for (const a of b) {\n  c();\n}', 'for (const a of d) {\n  c();\n}', false],
      ['a.ts', '  a(\n    b);', 'a(\n  b);', true],
      ['a.ts', 'a(b);', 'a(c);', false],
      ['a.ts', '// a', '  // a', true],
      ['a.ts', '// a', '// b', false],
    ];
    for (const [path, one, other, areEqual] of keys) {
      const [first, second] = [itemsOf(path, one)[0]?.key, itemsOf(path, other)[0]?.key];
      assert.equal(first === second, areEqual, `${one}\n${other}`);
    }
  });

  it('returns the kind of an item', () => {
    const kinds = itemsOf('a.ts', 'const a = 1;\nb();\n// ...\n\n// c', new Set([2])).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['declaration', 'statement', 'elision', 'comment']);
  });

  it('is not well-formed if lines are indented less than the first one, or if the body is missing', () => {
    const codes: readonly (readonly [path: string, code: string, isWellFormed: boolean])[] = [
      ['a.ts', '  a() {\n    b();\n  }', true],
      ['a.ts', '  a() {\nb();\n  }', false],
      ['a.ts', '  a(`\nb`);', true],
      ['a.c', '  switch (a) {\n#if B\nlabel:\n  }', true],
      ['a.py', 'def a():\n    b', true],
      ['a.py', 'def a():', false],
    ];
    for (const [path, code, expected] of codes) assert.equal(itemsOf(path, code)[0]?.isWellFormed, expected, code);
  });
});
