import { strict as assert } from 'node:assert';
import { planFile } from '../../../../src/apply/planFile.ts';
import { applied } from '../fragments/applied.ts';

type Case = readonly [path: string, declaration: string, code: string, changed: string];

describe('withKeptModifiers', () => {
  it('keeps the modifiers of declarations that a part of a file shows without them', () => {
    const cases: readonly Case[] = [
      ['a.ts', 'export function f() {\n  a();\n}', 'function f() {\n  b();\n}', 'export function f() {\n  b();\n}'],
      [
        'a.ts',
        'export default async function f() {\n  a();\n}',
        'async function f() {\n  b();\n}',
        'export default async function f() {\n  b();\n}',
      ],
      ['a.ts', 'export const x = { y: 1, z: 1 };', 'const x = { y: 1, z: 2 };', 'export const x = { y: 1, z: 2 };'],
      [
        'a.ts',
        'export interface A {\n  b: C;\n}',
        'interface A {\n  b: C;\n  d: E;\n}',
        'export interface A {\n  b: C;\n  d: E;\n}',
      ],
      ['a.ts', 'export type A = "a" | "b";', 'type A = "a" | "b" | "c";', 'export type A = "a" | "b" | "c";'],
      ['a.rs', 'pub fn f() {\n    a();\n}', 'fn f() {\n    b();\n}', 'pub fn f() {\n    b();\n}'],
      [
        'a.rs',
        'pub(crate) async fn f() {\n    a();\n}',
        'async fn f() {\n    b();\n}',
        'pub(crate) async fn f() {\n    b();\n}',
      ],
      [
        'a.rs',
        'pub struct A {\n    b: C,\n}',
        'struct A {\n    b: C,\n    d: E,\n}',
        'pub struct A {\n    b: C,\n    d: E,\n}',
      ],
    ];
    for (const [path, declaration, code, changed] of cases) {
      const file = (text: string) => `use(x);\n\n${text}\n\nfunc(y);\n`;
      assert.equal(applied(path, file(declaration), code), file(changed), declaration);
    }
  });

  it('removes the modifiers that the block leaves out beside a declaration with its modifiers', () => {
    const file = (visibility: string) =>
      `${visibility}struct A {\n    ${visibility}b: C,\n}\n\npub enum D {\n    E,\n}\n\npub fn f() {}\n`;
    const code = `${file('').split('\n\npub fn')[0] ?? ''}\n\n// ... rest unchanged`;
    assert.equal(applied('a.rs', file('pub '), code), file(''));
  });

  it('keeps the modifiers of a method that is shown alone, or beside left-out code', () => {
    const file = (method: string) =>
      `import a;\n\nclass A {\n    int b;\n\n    ${method.replaceAll('\n', '\n    ')}\n\n    void g() {\n        x();\n    }\n}\n`;
    const old = file('@Override\npublic static void f() {\n    a();\n}');
    const changed = file('@Override\npublic static void f() {\n    b();\n}');
    assert.equal(applied('A.java', old, 'void f() {\n    b();\n}'), changed);
    assert.equal(applied('A.java', old, 'static void f() {\n    b();\n}'), changed);
    assert.equal(
      applied('A.java', old, 'class A {\n    // ...\n    void f() {\n        b();\n    }\n    // ...\n}'),
      changed,
    );
    assert.equal(
      applied('A.java', old, 'private static void f() {\n    b();\n}'),
      changed.replace('public', 'private'),
    );
  });

  it('keeps the modifiers and base classes of a class', () => {
    const cases: readonly Case[] = [
      ['a.ts', 'export abstract class X<T> extends Y implements Z {', 'class X {', ''],
      [
        'a.ts',
        'export abstract class X<T> extends Y implements Z {',
        'export class X {',
        'export class X<T> extends Y implements Z {',
      ],
      ['a.ts', 'export class X extends Y {', 'class X extends Z {', 'export class X extends Z {'],
      ['A.java', 'public class X\n        extends Y\n        implements Z {', 'class X {', ''],
      ['a.cs', 'public sealed class X : Y\n{', 'class X\n{', ''],
      ['a.kt', 'open class X : Z {', 'class X {', ''],
      ['a.cpp', 'class X : public Y {', 'class X {', ''],
    ];
    for (const [path, header, own, changed] of cases) {
      const file = (start: string, name: string) =>
        `import a;\n\n${start}\n  f() {\n    ${name}();\n  }\n\n  g() {\n    a();\n  }\n}\n\nfunc(y);\n`.replaceAll(
          /^ {2}(?=[fg])/gm,
          path === 'a.ts' ? '  ' : path === 'a.kt' ? '  fun ' : '  void ',
        );
      const code = file(own, 'c')
        .replace(/^.*\n\n/, '')
        .replace(/\n\n[^}]*\}\n\}\n[^]*/, '\n  // ...\n}');
      assert.equal(applied(path, file(header, 'b'), code), file(changed || header, 'c'), `${header} ${own}`);
    }
  });

  it('keeps the base classes of a class of Python or Ruby, also if the block shows all its members', () => {
    const python =
      'import x\n\nclass A(View):\n    def get(self):\n        return 1\n\n    def post(self):\n        return 2\n';
    const changed = python.replace('return 2', 'return 3');
    assert.equal(
      applied('a.py', python, 'class A:\n    # ... existing code ...\n    def post(self):\n        return 3'),
      changed,
    );
    assert.equal(
      applied(
        'a.py',
        python,
        'class A:\n    def get(self):\n        return 1\n\n    def post(self):\n        return 3',
      ),
      changed,
    );
    const ruby = 'require "x"\n\nclass A < B\n  def f\n    1\n  end\n\n  def g\n    2\n  end\nend\n';
    assert.equal(applied('a.rb', ruby, 'class A\n  # ...\n  def g\n    3\n  end\nend'), ruby.replace('    2', '    3'));
  });

  it('removes modifiers and base classes if nothing else changes', () => {
    const file = 'import a from "a";\n\nexport function f() {\n  a();\n}\n\na();\n';
    assert.equal(applied('a.ts', file, 'function f() {\n  a();\n}'), file.replace('export ', ''));
    const python = 'import x\n\nclass A(object):\n    def f(self):\n        return 1\n\nx.y()\n';
    const changed = python.replace('(object)', '').replace('return 1', 'return 2');
    assert.equal(applied('a.py', python, 'class A:\n    def f(self):\n        return 2'), changed);
  });

  it('removes the base class of a class that no longer uses it', () => {
    const file = 'import a from "a";\n\nclass A extends B {\n  f() {\n    super.f();\n  }\n}\n\na();\n';
    const code = 'class A {\n  f() {\n    a();\n  }\n}';
    assert.equal(applied('a.ts', file, code), `import a from "a";\n\n${code}\n\na();\n`);
  });

  it('removes the base class of a class if another block has removed its import', () => {
    const file = 'from x import B, c\n\nclass A(B):\n    def f(self):\n        return 1\n\nc()\n';
    const plan = planFile(
      ['from x import c', 'class A:\n    def f(self):\n        return 2'].map((code) => ({
        code,
        info: '',
        before: '',
      })),
      { path: 'a.py', text: file },
    );
    const after = 'from x import c\n\nclass A:\n    def f(self):\n        return 2\n\nc()\n';
    assert.deepEqual(plan, { kind: 'change', after });
  });

  it('removes the export of a declaration that the block exports elsewhere', () => {
    const file =
      'import a from "a";\n\nexport function f() {\n  a();\n}\n\nfunction g() {\n  a();\n}\n\nexport { g };\n\na();\n';
    const code = 'function f() {\n  b();\n}\n\nfunction g() {\n  a();\n}\n\nexport { f, g };';
    assert.equal(applied('a.ts', file, code), `import a from "a";\n\n${code}\n\na();\n`);
  });

  it('takes a whole file as the block shows it, but keeps the modifiers and the indentation of its only declaration', () => {
    const one = 'export function f() {\n  a();\n  c();\n}\n';
    assert.equal(applied('a.ts', one, 'function f() {\n  b();\n  c();\n}'), one.replace('a()', 'b()'));
    const deep = '\tif (b) {\n\t\tc();\n\t}\n';
    const spaces = (text: string) => text.replaceAll('\t', '    ');
    const block = `function f() {\n${deep}\td();\n}`;
    assert.equal(applied('a.ts', spaces(`function f() {\n${deep}\ta();\n}\n`), block), spaces(`${block}\n`));
    const file = `import a from "a";\n\n${one}`;
    const code = file.replace('export ', '').replace('a()', 'b()');
    assert.equal(applied('a.ts', file, code.trimEnd()), code);
  });
});
