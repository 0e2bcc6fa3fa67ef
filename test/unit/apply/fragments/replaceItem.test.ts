import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('replaceItem', () => {
  it('adds and removes commas before a comment at the end of the line', () => {
    const file = 'const a = {\n  x: 1,\n  y: 2,\n};\n';
    assert.equal(applied('a.ts', file, 'x: 3 // note'), file.replace('x: 1,', 'x: 3, // note'));
    assert.equal(applied('a.ts', file, 'x: "a//b"'), file.replace('x: 1,', 'x: "a//b",'));
    assert.equal(applied('a.ts', file, 'x: 3 /* note */'), file.replace('x: 1,', 'x: 3, /* note */'));
    const json = '{\n  "x": 1,\n  "y": 2\n}\n';
    assert.equal(applied('a.jsonc', json, '"y": 3, // note'), json.replace('"y": 2', '"y": 3 // note'));
    assert.equal(applied('a.jsonc', json, '"x": 3 // a, b,'), json.replace('"x": 1,', '"x": 3, // a, b,'));
  });

  it('is unclear if a class lacks overloads of a method that it shows once', () => {
    const method = (type: string) => `  void f(${type} a) {\n    log(a);\n    run(a);\n  }\n`;
    const methods = ['int', 'long', 'String'].map(method);
    const file = (body: string) => `import a;\n\nclass A {\n${body}}\n\nclass B {\n  int b = 1;\n}\n`;
    const code = `class A {\n${method('int').replace('run(a)', 'run(a + 1)')}}`;
    assert.equal(applied('A.java', file(methods.join('\n')), code), 'incomplete');
  });

  it('is unclear if the block shows only some members, whatever the header is', () => {
    const cases: readonly (readonly [path: string, file: string, code: string])[] = [
      [
        'a.py',
        'import x\n\nclass A(Base):\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n',
        'class A(Base):\n    def f(self):\n        return 3',
      ],
      [
        'a.ts',
        'log();\n\nclass A extends B(C) {\n  f() {\n    a();\n  }\n  g() {\n    b();\n  }\n}\n',
        'class A extends B(C) {\n  f() {\n    c();\n  }\n}',
      ],
      [
        'a.test.ts',
        "log();\n\ndescribe('a', () => {\n  it('b', () => {\n    b();\n  });\n  it('c', () => {\n    c();\n  });\n});\n",
        "describe('a', () => {\n  it('b', () => {\n    d();\n  });\n});",
      ],
      [
        'a.kt',
        'val x = 1\n\nclass A(val b: B) {\n    fun f() {\n        b.f()\n    }\n\n    fun g() {\n        b.g()\n    }\n}\n',
        'class A(val b: B) {\n    fun f() {\n        b.h()\n    }\n}',
      ],
      [
        'a.css',
        'a {\n  b: c;\n}\n\nli:nth-child(2n) {\n  color: red;\n  margin: 0;\n}\n',
        'li:nth-child(2n) {\n  color: blue;\n}',
      ],
    ];
    for (const [path, file, code] of cases) assert.equal(applied(path, file, code), 'incomplete', path);
  });

  it('is unclear if the block shows fewer lines of a list, and none of the old ones', () => {
    const cases: readonly (readonly [path: string, file: string, code: string])[] = [
      [
        'build.gradle',
        "plugins {\n  id 'java'\n}\n\ndependencies {\n  api 'a'\n  api 'b'\n  test 'c'\n}\n",
        "dependencies {\n  api 'd'\n}",
      ],
      [
        'a.go',
        'package a\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nvar x = fmt.Sprint(os.Args)\n',
        'import (\n\t"context"\n)',
      ],
      [
        'urls.py',
        'import a\n\nurlpatterns = [\n    path("a", a),\n    path("b", b),\n]\n',
        'urlpatterns = [\n    path("c", c),\n]',
      ],
    ];
    for (const [path, file, code] of cases) assert.equal(applied(path, file, code), 'incomplete', path);
    const list = 'import a\n\nnames = [\n    "a",\n    "b",\n]\n';
    assert.equal(applied('a.py', list, 'names = [\n    "a",\n]'), list.replace('    "b",\n', ''));
  });

  it('replaces a class that has a method at another depth now', () => {
    const file = 'import x\n\nclass A:\n    def f(self): ...\n';
    const code = 'class A:\n    if x.new:\n        def f(self): ...';
    assert.equal(applied('a.pyi', file, code), `import x\n\n${code}\n`);
  });

  it('is unclear if only a comment stands for the code of a function', () => {
    const python = 'x = 1\n\ndef f(a):\n    b = a\n    return b\n';
    assert.equal(applied('a.py', python, 'def f(a):\n    pass  # see above'), 'incomplete');
    for (const body of ['...  # unchanged', 'pass  # as before'])
      assert.equal(applied('a.py', python, `def f(a):\n    ${body}`), 'unchanged', body);
    assert.equal(
      applied('a.py', python, 'def f(a):\n    return a'),
      python.replace('    b = a\n    return b', '    return a'),
    );
    const script = 'class A {\n  f() {\n    a();\n  }\n\n  g() {\n    b();\n  }\n}\n';
    assert.equal(applied('a.ts', script, 'f() {\n  // see above\n}'), 'incomplete');
    assert.equal(applied('a.ts', script, 'f() {\n  /* existing body */\n}'), 'unchanged');
  });

  it('finds a method whose parameters are on lines of their own, and inserts one beside another', () => {
    const method = (name: string, body: string) =>
      `  async ${name}(\n    id: string,\n    force = false,\n  ): Promise<void> {\n    ${body};\n  }\n`;
    const type = (...methods: readonly string[]) => `class A {\n${methods.join('\n')}}\n`;
    const file = type(method('run', 'await go(id)'), method('stop', 'await end(id)'));
    const changed = method('run', 'await go(id, force)');
    assert.equal(
      applied('a.ts', file, changed.replaceAll(/^ {2}/gm, '')),
      type(changed, method('stop', 'await end(id)')),
    );
    const added = method('wait', 'await id');
    assert.equal(
      applied('a.ts', file, type('  // ... existing methods\n', added)),
      type(method('run', 'await go(id)'), method('stop', 'await end(id)'), added),
    );
  });

  it('keeps the type of a function of C on the line above its name', () => {
    const file =
      'int x;\n\nstatic int\nopen_it(int a)\n{\n\tlog(a);\n\treturn (OK);\n}\n\nvoid\nclose_it(int a)\n{\n\tlog(a);\n}\n';
    const changed = file.replace('(OK)', 'OK');
    for (const body of ['\tlog(a);\n\treturn OK;', '\t...\n\tlog(a);\n\treturn OK;'])
      for (const type of ['', 'static int\n'])
        assert.equal(applied('a.c', file, `${type}open_it(int a)\n{\n${body}\n}`), changed, type + body);
    assert.equal(
      applied('a.c', file, 'long open_it(int a)\n{\n\tlog(a);\n\treturn OK;\n}'),
      changed.replace('static int\n', 'long '),
    );
    assert.equal(
      applied('a.cpp', 'A::A(int b)\n{\n\tc(b);\n}\n\nd();\n', 'A::A(int b)\n{\n\te(b);\n}'),
      'A::A(int b)\n{\n\te(b);\n}\n\nd();\n',
    );
  });
});
