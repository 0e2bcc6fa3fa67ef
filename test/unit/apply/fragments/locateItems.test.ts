import { strict as assert } from 'node:assert';
import { planFile } from '../../../../src/apply/planFile.ts';
import { applied } from './applied.ts';

describe('locateItems', () => {
  describe('with a single declaration of the same name', () => {
    it('is unclear if a declaration at the margin belongs to the top level', () => {
      const local =
        'import a from "a";\n\nexport function init(options) {\n  const port = options.port;\n  return a(port);\n}\n';
      assert.equal(applied('a.ts', local, 'export const port = Number(process.env.PORT ?? 3000);'), 'notFound');
      const nested = 'function outer() {\n  function helper() {\n    return 1;\n  }\n  return helper();\n}\n\nlog();\n';
      const code = 'function helper() {\n  return 2;\n}';
      assert.equal(applied('a.ts', nested, code), nested.replace('return 1', 'return 2'));
      assert.equal(applied('a.ts', nested, `${code}\n\nfunction other() {\n  return 3;\n}`), 'notFound');
      assert.equal(
        applied(
          'a.go',
          'package a\n\nfunc run() {\n\ttotal := 1\n\tuse(total)\n}\n',
          'func total() int {\n\treturn 2\n}',
        ),
        'notFound',
      );
    });

    it('does not take local variables among other statements for the place of the code', () => {
      const load = (name: string) => `${name}, err := load("${name}")\nif err != nil {\n\treturn err\n}`;
      const body = (name: string) => load(name).replaceAll(/^/gm, '\t');
      const file = (...names: readonly string[]) =>
        `package a\n\nfunc run() error {\n${names.map(body).join('\n')}\n\treturn nil\n}\n`;
      const code = `${load('c')}\n${load('d')}`;
      assert.equal(applied('a.go', file('a'), code), 'notFound');
      assert.equal(applied('a.go', file('a', 'b'), code), 'notFound');
    });

    it('does not take a constructor for a type with parameters', () => {
      const java =
        'public class A {\n    private final String id;\n\n    public A(String id) {\n        this.id = id;\n    }\n}\n';
      assert.equal(applied('A.java', java, 'public record A(String id) {\n}'), 'incomplete');
      const sharp =
        'class A\n{\n    string Id { get; }\n\n    A(string id)\n    {\n        Id = id;\n    }\n\n    int F() => 1;\n}\n';
      const primary = 'class A(string id)\n{\n    string Id { get; } = id;\n\n    // F() stays the same\n}';
      assert.equal(applied('A.cs', sharp, primary), 'incomplete');
      const c = 'struct a *f(void) {\n  int b = g();\n  h(b);\n  return b;\n}\n\nint z(void) {\n  return 1;\n}\n';
      const after = 'struct a *f(void) {\n  return g();\n}';
      assert.equal(applied('a.c', c, after), `${after}\n\nint z(void) {\n  return 1;\n}\n`);
    });

    it('is unclear for a variable that stands for a property', () => {
      const file =
        'const options = {\n  retries: 3,\n  timeout: 3000,\n};\n\nexport function run() {\n  return options;\n}\n';
      assert.equal(applied('a.ts', file, 'const timeout = 5000;'), 'notFound');
      assert.equal(applied('a.ts', file, 'timeout() {\n  return 5000;\n},'), 'notFound');
      assert.equal(applied('a.ts', file, 'timeout: 5000,'), file.replace('3000', '5000'));
    });

    it('tells functions from methods of Python and Rust by their first parameter', () => {
      const python =
        'import os\n\n\nclass A:\n    def run(self):\n        return 1\n\n    @staticmethod\n    def make():\n        return 2\n';
      assert.equal(applied('a.py', python, 'def run(args):\n    return A().run()'), 'notFound');
      assert.equal(applied('a.py', python, 'def run(self):\n    return 3'), python.replace('return 1', 'return 3'));
      assert.equal(applied('a.py', python, 'def make(kind):\n    return kind'), 'notFound');
      assert.equal(
        applied('a.py', python, '@staticmethod\ndef make(kind):\n    return kind'),
        python.replace('make()', 'make(kind)').replace('return 2', 'return kind'),
      );
      const rust = 'impl A {\n    fn new() -> Self {\n        A {}\n    }\n}\n\nstruct B;\n';
      assert.equal(applied('a.rs', rust, 'pub fn new() -> B {\n    B\n}'), 'notFound');
      assert.equal(applied('a.rs', rust, 'fn new() -> Self {\n    A { x }\n}'), rust.replace('A {}', 'A { x }'));
    });

    it('finds the methods of a class that the block does not show', () => {
      const file = 'class A {\n  one() {\n    return 1;\n  }\n\n  two() {\n    return 2;\n  }\n}\n\nlog();\n';
      const code = 'one() {\n  return 11;\n}\n\ntwo() {\n  return 22;\n}';
      assert.equal(applied('a.ts', file, code), file.replace('return 1', 'return 11').replace('return 2', 'return 22'));
    });

    it('is unclear for a property of JSON that may belong to another object', () => {
      const file = '{\n  "name": "x",\n  "config": {\n    "version": "1"\n  }\n}\n';
      assert.equal(applied('package.json', file, '"version": "2.0.0",'), 'notFound');
      assert.equal(applied('package.json', file, '    "version": "2"'), file.replace('"1"', '"2"'));
      assert.equal(applied('package.json', file, '"name": "y",'), file.replace('"x"', '"y"'));
    });

    it('is unclear for a method that stands for a static one', () => {
      const file = 'class A {\n  static create() {\n    return 1;\n  }\n\n  other() {\n    return 2;\n  }\n}\n';
      const code = (modifier: string) =>
        `class A {\n  // ... existing code ...\n\n  ${modifier}create() {\n    return 3;\n  }\n}`;
      assert.equal(applied('a.ts', file, code('')), 'notFound');
      assert.equal(applied('a.ts', file, code('static ')), file.replace('return 1', 'return 3'));
    });
  });

  describe('with several declarations of the same name', () => {
    const add = (type: string, value: string) => `void add(${type}) {\n  log();\n  sum += ${value};\n}`;

    it('pairs them by their order if all headers are equal', () => {
      const file = `${add('int a', 'a')}\n\n${add('long b', 'b')}\n`;
      const code = `${add('int a', 'a * 2')}\n\n${add('long b', 'b * 2')}`;
      assert.equal(applied('a.cpp', `int x;\n${file}\nint y;\n`, code), `int x;\n${code}\n\nint y;\n`);
      const variable = 'int x;\n\nx = 1;\nlog();\nx = 2;\n';
      assert.equal(applied('a.js', variable, 'x = 1;\n\nx = 3;'), variable.replace('x = 2', 'x = 3'));
    });

    it('is unclear if one of them has another header, in files of several languages', () => {
      const inClass = (body: string) => `class A {\n${body.replaceAll(/^(?=.)/gm, '    ')}\n}\n`;
      const kotlin = (type: string, value: number) => `fun f(a: ${type}): Int {\n    log()\n    return ${value}\n}`;
      const python = (type: string, value: number) => `@f.register(${type})\ndef _(a):\n    log()\n    return ${value}`;
      const pairs = [
        ['a.cpp', add('int a', 'a'), add('char *s', 's'), add('int a', 'a + 1'), add('double d', 'd')],
        ['a.cpp', add('int a', 'a'), add('char *s', 's'), add('double d', 'd'), add('char *s', 's + 1')],
        ['a.kt', kotlin('Int', 1), kotlin('String', 2), kotlin('Int', 11), kotlin('Double', 3)],
        ['a.py', python('int', 1), python('str', 2), python('int', 11), python('float', 3)],
      ] as const;
      for (const [path, first, second, ...changed] of pairs)
        assert.equal(applied(path, `${first}\n\n${second}\n`, changed.join('\n\n')), 'ambiguous', path);
      const java = inClass(`${add('int a', 'a')}\n\n${add('String s', 's')}`);
      assert.equal(applied('A.java', java, `${add('int a', 'a + 1')}\n\n${add('double d', 'd')}`), 'ambiguous');
    });

    it('is unclear if unchanged lines are around one with another header', () => {
      const file = (type: string) => `${add('int a', 'a')}\n\n${add(type, 'b')}\n\nvoid end() {\n  log(end);\n}\n`;
      const text = `void start() {\n  log(start);\n}\n\n${file('long b')}`;
      assert.equal(applied('a.cpp', text, file('double b')), 'incomplete');
    });

    it('is unclear if they have other headers, also if they have other decorators', () => {
      const file = `int x;\n\n${add('int a', 'a')}\n\n${add('String s', 's')}\n\nint y;\n`;
      assert.equal(applied('a.cpp', file, `${add('String s', 's.trim()')}\n\n${add('double d', 'd')}`), 'ambiguous');
      const property =
        'import os\n\n\nclass A:\n    @property\n    def x(self):\n        return self._x\n\n    @x.setter\n    def x(self, value):\n        self._x = value\n';
      const code =
        '@x.setter\ndef x(self, value):\n    check(value)\n    self._x = value\n\n@x.deleter\ndef x(self):\n    del self._x';
      assert.equal(applied('a.py', property, code), 'ambiguous');
    });

    it('is unclear for an accessor of Python that stands for another one', () => {
      const getter = 'import os\n\n\nclass A:\n    @property\n    def x(self):\n        return self._x\n';
      assert.equal(applied('a.py', getter, '@x.setter\ndef x(self, value):\n    self._x = value'), 'notFound');
      const code = 'def x(self):\n    return self._y';
      assert.equal(applied('a.py', getter, code), getter.replace('self._x', 'self._y'));
      assert.equal(applied('a.py', getter, `@property\n${code}`), getter.replace('self._x', 'self._y'));
      const cached = getter.replace('@property', '@cached_property');
      assert.equal(applied('a.py', getter, '@cached_property\ndef x(self):\n    return self._x'), cached);
    });
  });

  it('tells calls of Ruby with other symbols apart', () => {
    const file = 'class A < B\n  belongs_to :x\n\n  scope :a, -> { where(a: 1) }\nend\n';
    const [first, second] = ['  scope :a, -> { where(a: 1) }\n', '  scope :b, -> { where(b: 1) }\n'];
    const code = `class A < B\n  # ...\n${first}${second}  # ...\nend`;
    assert.equal(applied('a.rb', file, code), file.replace(first, first + second));
    const changed = 'class A < B\n  # ...\n  scope :a, -> { where(a: 2) }\nend';
    assert.equal(applied('a.rb', file, changed), file.replace('a: 1', 'a: 2'));
  });

  it('does not call a decorator of a new function ambiguous', () => {
    const test = (name: string) => `    #[test]\n    fn ${name}() {\n        f();\n    }\n`;
    const file = `fn f() {}\n\n#[cfg(test)]\nmod tests {\n${test('a')}\n${test('b')}}\n`;
    assert.equal(applied('a.rs', file, '#[test]\nfn c() {\n    f();\n}'), 'noNeighbours');
  });

  it('do not call several fences of Markdown versions of each other', () => {
    const fence = (command: string) => `\n\`\`\`sh\n${command}\n\`\`\`\n`;
    const file = `# A\n\n## Tests\n${fence('npm test')}\n## Data\n\nText.\n`;
    const code = `## Tests\n${fence('npm test')}\nAlso:\n${fence('npm run e2e')}`;
    assert.equal(applied('a.md', file, code), 'openEnd');
  });

  it('do not find a new function, although it begins and ends like one of the file', () => {
    const view = (name: string, line: string) =>
      `@require_POST\ndef ${name}(request, pk):\n    cart = cart_of(request)\n    ${line}\n    return JsonResponse({"count": len(cart)})\n`;
    const file = `${view('add', 'cart[pk] = 1')}\n\ndef about(request):\n    return page(request, about=True)\n`;
    assert.equal(applied('views.py', file, view('remove', 'cart.pop(pk)').trimEnd()), 'noNeighbours');
  });

  it('offers whole bodies of callbacks as places of code whose first variable is in several of them', () => {
    const handler = (method: string, lines: string) =>
      `router.${method}('/a', async (req, res) => {\n  const flags = await read();\n${lines}  res.end();\n});\n`;
    const text = handler('put', '  flags.a = true;\n') + handler('delete', '  delete flags.a;\n');
    const code = '  const flags = await read();\n  if (flags.a) {\n    delete flags.a;\n  }\n  res.end();';
    const plan = planFile([{ code, info: '', before: '' }], { path: 'a.js', text });
    assert.ok(plan.kind === 'unclear' && plan.reason.kind === 'ambiguous');
    const bodies = [1, 6].map((startLine) => ({ startLine, endLine: startLine + 3 }));
    assert.deepEqual(plan.places, bodies);
  });

  it('does not find a field of a class as an option in an interface, of which the block shows nothing', () => {
    const file = (field: string, statuses: string) =>
      `export interface Options {\n  statuses?: string[];\n}\n\nexport class Tracker {\n  private readonly carrier: Client;\n${field}\n` +
      `  constructor({ carrier${statuses} }: Options) {\n    this.carrier = carrier;\n  }\n}\n`;
    const field = '  private readonly statuses: string[];\n';
    const after = file(field, ', statuses');
    const code = after.split('\n').slice(5, -2).join('\n');
    assert.equal(applied('a.ts', file('', ''), code), after);
  });
});
