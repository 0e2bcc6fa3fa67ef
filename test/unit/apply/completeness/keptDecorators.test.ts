import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

type Case = readonly [path: string, declaration: string, code: string, changed: string];

describe('withKeptDecorators', () => {
  const file = (text: string) => `use(x);\n\n${text}\n\nfunc(y);\n${'\nother(y);\n'.repeat(9)}`;
  const route = '@app.get("/x")\n@login_required\ndef x():\n    return 1';
  const typed = '#[derive(Debug)]\n#[serde(rename_all = "a")]\nstruct A {\n    b: C,\n}';

  it('keeps the decorators that the block leaves out', () => {
    const component =
      "@Injectable()\n@Component({\n  selector: 'a',\n})\nexport class A {\n  b = 1;\n  c = 2;\n  d = 3;\n}\n";
    const shown = component.slice(component.indexOf('export')).replace('3', '4');
    assert.equal(applied('a.ts', component, shown), component.replace('3', '4'));
    const cases: readonly Case[] = [
      ['a.py', route, 'def x():\n    return 2', route.replace('1', '2')],
      [
        'a.py',
        route,
        '# The second version\ndef x():\n    return 2',
        route.replace('@', '# The second version\n@').replace('1', '2'),
      ],
      ['a.rs', typed, 'struct A {\n    b: D,\n}', typed.replace('C,', 'D,')],
    ];
    for (const [path, declaration, code, changed] of cases)
      assert.equal(applied(path, file(declaration), code), file(changed), code);
  });

  it('replaces decorators with similar ones, adds new ones, and removes those that are the only change', () => {
    const cases: readonly Case[] = [
      ['a.py', route, route.replace('get("/x")', 'post("/x")').replace('1', '2'), ''],
      ['a.py', route, route.replace('\ndef', '\n@cached\ndef').replace('1', '2'), ''],
      ['a.py', route, route.replace('@login_required\n', ''), ''],
      ['a.rs', typed, typed.replace('Debug', 'Debug, Clone').replace('C,', 'D,'), ''],
    ];
    for (const [path, declaration, code] of cases)
      assert.equal(applied(path, file(declaration), code), file(code), code);
  });

  it('asks if the block shows only some of them, or others, beside another change', () => {
    const cases: readonly Case[] = [
      ['a.py', route, route.replace('@login_required\n', '').replace('1', '2'), ''],
      ['a.py', route, '@cached\ndef x():\n    return 2', ''],
      ['a.py', route, 'use(x);\n\ndef x():\n    return 2\n\nfunc(y);', ''],
      ['a.rs', typed, typed.replace(/#.*\n/, '').replace('C,', 'D,'), ''],
      ['a.rs', '#[test]\nfn a() {\n    b(1);\n}', '#[ignore]\nfn a() {\n    b(2);\n}', ''],
    ];
    for (const [path, declaration, code] of cases)
      assert.equal(applied(path, file(declaration), code), 'incomplete', code);
  });

  it('asks about a member of a class that the block shows without its decorators', () => {
    const text =
      'class A:\n    @staticmethod\n    def f(a):\n        return a\n\n    @property\n    def g(self):\n        return 1\n\n\nb()\n';
    const code = text.replace('    @staticmethod\n', '').replace('return a', 'return b').replace('\n\n\nb()\n', '');
    assert.equal(applied('a.py', text, code), 'incomplete');
  });

  it('takes an annotation in front of a declaration for one above it', () => {
    const text =
      'class A {\n    int b;\n\n    @Override\n    public String toString() {\n        return "a";\n    }\n}\n';
    const code = '@Override public String toString() {\n    return "b";\n}';
    assert.equal(applied('A.java', text, code), text.replace('@Override\n    ', '@Override ').replace('"a"', '"b"'));
    assert.equal(
      applied('A.java', text, code.replace('public ', '')),
      text.replace('@Override\n    ', '@Override ').replace('"a"', '"b"'),
    );
  });
});
