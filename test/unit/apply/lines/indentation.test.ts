import { strict as assert } from 'node:assert';
import { indentUnitOf, withFirstIndent } from '../../../../src/apply/lines/indentation.ts';
import { applied } from '../fragments/applied.ts';

describe('withFirstIndent', () => {
  const four = { text: '    ', columns: 4 };
  const restored = (code: string) => withFirstIndent(code.split('\n'), four).join('\n');

  it('indents the first line like the line that closes it', () => {
    assert.equal(restored('\nmatch x {\n        1 => 2,\n    }'), '\n    match x {\n        1 => 2,\n    }');
    assert.equal(restored('def a\n    1\n  end'), '  def a\n    1\n  end');
    assert.equal(restored('if (a) {\n      b();\n    }\n    c();'), '    if (a) {\n      b();\n    }\n    c();');
  });

  it('indents a comment, a decorator or an annotation like the line below', () => {
    for (const line of [
      '/** Adds up. */',
      '// Adds up.',
      '# Adds up.',
      '@GetMapping("/a")',
      '@property',
      '#[test]',
      '[Fact]',
    ])
      assert.equal(restored(`${line}\n    def f(self):\n        a()`), `    ${line}\n    def f(self):\n        a()`);
  });

  it('indents the header of a block of Python one unit less than the block', () => {
    assert.equal(restored('def f(self):\n        a()\n        b()'), '    def f(self):\n        a()\n        b()');
    assert.equal(restored('def f():\n    a()'), 'def f():\n    a()');
  });

  it('changes no first line that other lines may continue', () => {
    for (const code of [
      'f() {\n    a();\n}',
      'a(\n  b);\n  c();',
      'f() {\n  a();\nb();\n  }',
      '  f() {\n  }',
      'const a = b\n    ? c\n    : d;',
      '#include <a.h>\n    f();',
    ])
      assert.equal(restored(code), code);
  });

  it('keeps the indentation of a file whose block was trimmed', () => {
    const file =
      'class Cart {\n    total() {\n        return 1;\n    }\n\n    clear() {\n        return 2;\n    }\n}\n';
    const code = 'total() {\n        return 3;\n    }';
    assert.equal(applied('a.ts', file, code), file.replace('return 1', 'return 3'));
    const python =
      'class Cart:\n    def total(self):\n        a()\n        return b()\n\n    def clear(self):\n        pass\n';
    assert.equal(
      applied('a.py', python, 'def total(self):\n        a()\n        return c()'),
      python.replace('b()', 'c()'),
    );
  });
});

describe('indentUnitOf', () => {
  const unitOf = (code: string) => indentUnitOf(code.split('\n'))?.text;

  it('returns the indentation of blocks, whatever continued lines have', () => {
    assert.equal(unitOf('f(\n        a) {\n    b;\n}'), '    ');
    assert.equal(unitOf('f {\n    case 0: a;\n      b;\n    case 1: c;\n      d;\n}'), '    ');
    assert.equal(unitOf('f {\n\ta;\n}'), '\t');
  });

  it('returns the indentation of other lines without a block', () => {
    assert.equal(unitOf('f(\n    a,\n  b)'), '  ');
    assert.equal(unitOf('f(\na)'), undefined);
  });

  it('ignores comments with asterisks and labels of classes', () => {
    assert.equal(unitOf('class A {\n public:\n    a;\n private:\n    /**\n     * b\n     */\n    b;\n};'), '    ');
  });
});
