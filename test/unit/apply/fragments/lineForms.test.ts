import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('Code that is on one line in the file, and on several lines in the block', () => {
  it('is replaced', () => {
    const cases: readonly (readonly [path: string, file: string, old: string, code: string])[] = [
      ['a.css', '.a { color: red; }\n\n.b {\n  margin: 0;\n}\n', '.a { color: red; }', '.a {\n  color: pink;\n}'],
      [
        'a.ts',
        "import { a } from './m';\n\nlog(a);\n",
        "import { a } from './m';",
        "import {\n  a,\n  b,\n} from './m';",
      ],
      [
        'a.js',
        "const { a } = require('m');\n\nlog(a);\n",
        "const { a } = require('m');",
        "const {\n  a,\n  b,\n} = require('m');",
      ],
      ['A.java', 'class A {\n  int b() { return 1; }\n}\n', 'int b() { return 1; }', 'int b() {\n    return 2;\n  }'],
      ['a.ts', 'class A {\n  b() { return 1; }\n}\n', 'b() { return 1; }', 'b() {\n    return 2;\n  }'],
    ];
    for (const [path, file, old, code] of cases)
      assert.equal(
        applied(path, file, code.replaceAll('\n  ', path === 'A.java' || code.startsWith('b') ? '\n' : '\n  ')),
        file.replace(old, code),
        path,
      );
  });

  it('is not added beside the old code', () => {
    const go = 'package a\n\nimport "fmt"\n\nfunc Run() {\n\tfmt.Println("a")\n}\n';
    const list = 'import (\n\t"fmt"\n\t"os"\n)';
    const run = 'func Run() {\n\tfmt.Println(os.Args)\n}';
    assert.equal(applied('a.go', go, `${list}\n\n${run}`), 'incomplete');
    assert.equal(applied('a.go', go.replace('import "fmt"', list), `import "fmt"\n\n${run}`), 'notFound');
    const rust = 'use std::fs;\n\npub fn read() {\n    fs::read();\n}\n\npub fn other() {}\n';
    assert.equal(
      applied('a.rs', rust, 'use std::{\n    fs,\n    io,\n};\n\npub fn read() {\n    io::read();\n}'),
      'incomplete',
    );
    const lists = rust.replace('use std::fs;', 'use std::{fs, io};').concat('\npub fn more() {}\n');
    for (const path of ['std::env', 'std::*'])
      assert.equal(applied('a.rs', lists, `use ${path};\n\npub fn read() {\n    env::read();\n}`), 'incomplete', path);
    const added = 'use std::fs;\nuse std::env;\n\npub fn read() {\n    env::read();\n}';
    assert.equal(
      applied('a.rs', rust, added),
      rust.replace(/use[^}]*\}/, () => added),
    );
  });

  it('is unclear if only white space differs', () => {
    const file = 'class A {\n  int b() { return 1; }\n}\n';
    assert.equal(applied('A.java', file, 'int b() {\n  return 1;\n}'), 'incomplete');
  });

  it('keeps a body that a comment or dots on its line stand for', () => {
    const file = 'function f(a) {\n  one();\n}\n\nfunction g() {\n  two();\n}\n';
    for (const body of ['{ /* same */ }', '{ // ...\n}', '{ ... }', '{\n  // same\n}'])
      assert.equal(
        applied('a.ts', file, `function f(a) ${body}\n\nfunction g() {\n  six();\n}`),
        file.replace('two', 'six'),
        body,
      );
    const python = 'class A:\n    def f(self):\n        one()\n\n    def g(self):\n        two()\n';
    for (const body of [
      ' pass  # unchanged',
      ' ...  # as before',
      '\n        # same\n        pass',
      ' # unchanged\n        ...',
    ])
      assert.equal(
        applied('a.py', python, `class A:\n    def f(self):${body}\n\n    def g(self):\n        six()`),
        python.replace('two', 'six'),
        body,
      );
    const rust = 'fn f() -> i32 {\n    1\n}\n\nfn g() -> i32 {\n    2\n}\n';
    assert.equal(
      applied('a.rs', rust, 'fn f() -> i32 { /* same */ }\n\nfn g() -> i32 {\n    3\n}'),
      rust.replace('2\n', '3\n'),
    );
    assert.equal(applied('a.rs', rust, 'fn f() -> i32 { todo!() }\n\nfn g() -> i32 {\n    3\n}'), 'incomplete');
  });

  it('is unclear if a statement is not finished', () => {
    const cases = [
      ['a.ts', 'const a = 1;\n\nlog();\n', 'const a ='],
      ['a.ts', 'function f() {\n  const a = 1;\n}\n', 'function f() {\n  const a =\n}'],
      ['a.py', 'import b\n\na = 1\n', 'a ='],
      ['A.java', 'class A {\n  int a = 1;\n}\n', 'int a ='],
      ['a.json', '{\n  "a": 1,\n  "b": 2\n}\n', '"a":'],
    ] as const;
    for (const [path, file, code] of cases) assert.equal(applied(path, file, code), 'incomplete', code);
  });
});
