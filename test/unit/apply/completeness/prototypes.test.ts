import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('A declaration without a body', () => {
  const body = (indent: string) => ` {\n${indent}  one();\n${indent}  two();\n${indent}  return 3;\n${indent}}`;
  const cases = [
    ['a.c', `int f(void)${body('')}\n\nint g(void)${body('')}\n`, 'int f(void);'],
    ['a.ts', `function f(a = 1): number${body('')}\n\nfunction g()${body('')}\n`, 'function f(a = 1): number;'],
    [
      'a.ts',
      `one();\n\nclass A {\n  f(): number${body('  ')}\n\n  g()${body('  ')}\n}\n`,
      `class A {\n  f(): number;\n\n  g()${body('  ')}\n}`,
    ],
    ['A.java', `class A {\n  int f()${body('  ')}\n\n  int g()${body('  ')}\n}\n`, 'int f();'],
    ['a.rs', `trait A {\n  fn f(&self) -> i32${body('  ')}\n\n  fn g(&self)${body('  ')}\n}\n`, 'fn f(&self) -> i32;'],
    ['a.rs', `mod a { fn x() {} }\n\nfn b()${body('')}\n\nfn c()${body('')}\n`, 'mod a;'],
  ] as const;

  for (const [path, file, code] of cases)
    it(`does not replace one with a body: ${code.split('\n').find((line) => line.endsWith(';'))}`, () => {
      assert.equal(applied(path, file, code), 'incomplete');
    });

  it('is not replaced with one with a body that may belong elsewhere', () => {
    const c = `int f(void);\n\nint g(void)${body('')}\n`;
    assert.equal(applied('a.c', c, `int f(void)${body('')}`), 'notFound');
    const rust = `mod a;\nmod d;\n\nfn b()${body('')}\n\nfn c()${body('')}\n`;
    assert.equal(applied('a.rs', rust, `mod a {\n  fn x() {}\n}`), 'notFound');
    const trait = `trait A {\n  fn f(&self) -> i32;\n}\n\nimpl A for B {\n  fn f(&self) -> i32 {\n    1\n  }\n}\n`;
    assert.equal(applied('a.rs', trait, 'fn f(&self) -> i32 {\n  2\n}'), trait.replace('1', '2'));
  });

  it('gets a body if the block shows where it is', () => {
    const file =
      'abstract class A {\n  abstract f(): number;\n\n  abstract g(): number;\n\n  h() {\n    one();\n  }\n}\n';
    const code = 'abstract class A {\n  // ...\n  f(): number {\n    return 1;\n  }\n  // ...\n}';
    assert.equal(
      applied('a.ts', file, code),
      file.replace('abstract f(): number;', 'f(): number {\n    return 1;\n  }'),
    );
  });
});
