import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('new fields beside left-out members', () => {
  const css = '.cart {\n  color: red;\n  margin: 0;\n}\n';
  const go = 'type Cart struct {\n\tItems []int\n\tName  string\n}\n';
  const rust = 'struct Cart {\n    items: Vec<i32>,\n}\n';

  it('are added to a style rule, a struct and an impl', () => {
    assert.equal(
      applied('a.css', css, '.cart {\n  /* ... existing styles ... */\n  padding: 2px;\n}'),
      css.replace('0;\n', '0;\n  padding: 2px;\n'),
    );
    assert.equal(
      applied('a.go', go, 'type Cart struct {\n\t// ... existing fields\n\tLimit int\n}'),
      go.replace('string\n', 'string\n\tLimit int\n'),
    );
    assert.equal(
      applied('a.rs', rust, 'struct Cart {\n    limit: u8,\n    // ... existing fields\n}'),
      rust.replace('    items', '    limit: u8,\n    items'),
    );
  });

  it('are not added if they may replace a member, or if a comma is missing', () => {
    assert.equal(
      applied('a.go', go, 'type Cart struct {\n\t// ... existing fields\n\tItems []string\n}'),
      'noNeighbours',
    );
    const open = rust.replace('>,', '>');
    assert.equal(applied('a.rs', open, 'struct Cart {\n    // ... existing fields\n    limit: u8,\n}'), 'noNeighbours');
  });

  it('are added to the end of an object, JSON, YAML and an enumeration, with commas between', () => {
    const object = 'const rates = {\n  DE: 19,\n  AT: 20 // since 1995\n};\n';
    const entries = 'const rates = {\n  // ...\n  FR: 20,\n  GB: 20\n};';
    assert.equal(
      applied('a.ts', object, entries),
      object.replace('20 //', '20, //').replace('};', '  FR: 20,\n  GB: 20\n};'),
    );
    const json = '{\n  "name": "a",\n  "scripts": {\n    "build": "tsc"\n  }\n}\n';
    assert.equal(
      applied('a.json', json, '{\n  // ...\n  "scripts": {\n    // ...\n    "lint": "eslint .",\n  },\n}'),
      json.replace('"tsc"', '"tsc",\n    "lint": "eslint ."'),
    );
    const yaml = 'services:\n  web:\n    image: web\n\nvolumes:\n  data:\n';
    const cache = '  cache:\n    image: redis\n';
    assert.equal(
      applied('a.yml', yaml, `services:\n  # ... existing services\n${cache}\nvolumes:\n  data:`),
      yaml.replace('web\n\n', `web\n${cache}\n`),
    );
    const list = 'enum Kind {\n  ONE,\n  TWO\n}\n';
    const three = 'enum Kind {\n  // ...\n  THREE\n}';
    for (const path of ['A.java', 'a.ts'])
      assert.equal(applied(path, list, three), list.replace('TWO', 'TWO,\n  THREE'));
  });

  it('are not added to the end of a mapping of which the block may remove a key', () => {
    assert.equal(applied('a.yml', 'a:\n  b: 1\n  c: 2\n', 'a:\n  # ...\n  b: 3\n  d: 4\n'), 'noNeighbours');
  });

  it('are added to the end of a section, above the blank line in front of the next one', () => {
    const toml = '[server]\nhost = "a"\nport = 80\n\n[log]\nlevel = 1\n';
    assert.equal(
      applied('a.toml', toml, '[server]\n# ...\ntimeout = 5\n\n[log]\n# ...'),
      toml.replace('80\n', '80\ntimeout = 5\n'),
    );
  });

  it('are not statements of a function', () => {
    const file = 'function f() {\n  start();\n  return 1;\n}\n';
    assert.equal(applied('a.ts', file, 'function f() {\n  // ... existing code ...\n  stop();\n}'), 'noNeighbours');
  });
});

/** A container of fields named `alpha`, `beta` and `gamma`. */
interface Form {
  readonly path: string;
  readonly name: string;
  readonly open: string;
  readonly close: string;
  readonly elision: string;
  readonly field: (name: string, value: number) => string;
}

const braces = { close: '}', elision: '// ...' };
const settings = { close: '', elision: '# ...' };
const property = (name: string, value: number) => `${name}: ${value},`;
const forms: readonly Form[] = [
  { ...braces, path: 'a.ts', name: 'an object', open: 'const a = {', close: '};', field: property },
  { ...braces, path: 'a.ts', name: 'an argument', open: 'start({', close: '});', field: property },
  { ...braces, path: 'a.ts', name: 'a class', open: 'class A {', field: (name, value) => `${name} = ${value};` },
  {
    ...braces,
    path: 'a.ts',
    name: 'an interface',
    open: 'interface A {',
    elision: '/* ... existing fields ... */',
    field: (name, value) => `readonly ${name}?: ${value};`,
  },
  {
    ...settings,
    path: 'a.py',
    name: 'a class of Python',
    open: 'class A:',
    field: (name, value) => `${name} = ${value}`,
  },
  {
    ...settings,
    path: 'a.py',
    name: 'a dictionary',
    open: 'a = {',
    close: '}',
    field: (name, value) => `"${name}": ${value},`,
  },
  {
    ...braces,
    path: 'a.go',
    name: 'a struct of Go',
    open: 'type A struct {',
    field: (name, value) => `${name} T${value}`,
  },
  { ...braces, path: 'a.go', name: 'a value of Go', open: 'var a = A{', field: property },
  {
    ...braces,
    path: 'a.rs',
    name: 'a struct of Rust',
    open: 'pub struct A {',
    field: (name, value) => `pub ${name}: T${value},`,
  },
  { ...braces, path: 'a.rs', name: 'an enum of Rust', open: 'enum A {', field: (name, value) => `${name}(T${value}),` },
  { ...braces, path: 'A.java', name: 'a class of Java', open: 'class A {', field: (name) => `private int ${name};` },
  {
    ...braces,
    path: 'A.java',
    name: 'an enum of Java',
    open: 'enum A {',
    field: (name, value) => `${name}(${value}),`,
  },
  {
    ...braces,
    path: 'a.css',
    name: 'a style rule',
    open: '.a {',
    elision: '/* ... */',
    field: (name, value) => `${name}: ${value};`,
  },
  { ...braces, path: 'a.json5', name: 'JSON5', open: '{', field: property },
  { ...settings, path: 'a.yml', name: 'YAML', open: 'a:', field: (name, value) => `${name}: ${value}` },
  {
    ...settings,
    path: 'a.yml',
    name: 'a list of YAML',
    open: 'a:',
    field: (name, value) => `- name: ${name}\n    run: ${value}`,
  },
  { ...settings, path: 'a.toml', name: 'TOML', open: '[a]', field: (name, value) => `${name} = ${value}` },
];

describe('new fields between left-out members and a known one', () => {
  for (const { path, name, open, close, elision, field } of forms) {
    const text = (...lines: readonly string[]) =>
      [open, ...lines.map((line) => `  ${line}`), ...(close === '' ? [] : [close]), ''].join('\n');
    const [alpha, beta, gamma, fresh] = [field('alpha', 1), field('beta', 2), field('gamma', 3), field('fresh', 4)];
    const last = field('omega', 5);
    const file = text(alpha, beta, gamma, last);

    it(`are added beside it in ${name}`, () => {
      assert.equal(applied(path, file, text(elision, beta, fresh, elision)), text(alpha, beta, fresh, gamma, last));
      assert.equal(applied(path, file, text(elision, fresh, gamma, elision)), text(alpha, beta, fresh, gamma, last));
    });

    it(`are not added to ${name} if the neighbour is unknown, or if the block skips one`, () => {
      const unknown = field('other', 6);
      assert.equal(applied(path, file, text(elision, unknown, fresh, elision)), 'noNeighbours');
      assert.equal(applied(path, file, text(elision, alpha, gamma, fresh, elision)), 'noNeighbours');
    });
  }

  const script = 'class A {\n  a = 1;\n  b = 2;\n  c = 3;\n}\n';

  it('are added below a changed one, with their comments', () => {
    assert.equal(
      applied('a.ts', script, 'class A {\n  // ...\n  b = 5;\n  /** New. */\n  fresh = 4;\n  // ...\n}'),
      script.replace('b = 2;\n', 'b = 5;\n  /** New. */\n  fresh = 4;\n'),
    );
  });

  it('are added where another class has the same field', () => {
    const other = 'class B {\n  fresh = 4;\n}\n';
    const block = 'class A {\n  // ...\n  b = 2;\n  fresh = 4;\n  // ...\n}';
    const after = script.replace('b = 2;\n', 'b = 2;\n  fresh = 4;\n');
    assert.equal(applied('a.ts', script + other, block), after + other);
    assert.equal(applied('a.ts', other + script, block), other + after);
  });

  it('are not added if two classes have the neighbour, and the block shows neither', () => {
    const block = '// ...\n  b = 2;\n  fresh = 4;\n  // ...';
    assert.equal(applied('a.ts', script, block), script.replace('b = 2;\n', 'b = 2;\n  fresh = 4;\n'));
    assert.equal(applied('a.ts', script + script.replace('A', 'B'), block), 'ambiguous');
  });

  it('are not added if an end of the block says something else than the file', () => {
    assert.equal(applied('a.ts', script, 'class A {\n  b = 2;\n  fresh = 4;\n  // ...\n}'), 'noNeighbours');
    assert.equal(applied('a.ts', script, 'class A {\n  // ...\n  fresh = 4;\n  b = 2;\n}'), 'noNeighbours');
  });

  it('are not added if the file may have them in another form', () => {
    const go = 'type A struct {\n\ta, fresh int\n\tb int\n\tc int\n}\n';
    assert.equal(applied('a.go', go, 'type A struct {\n\t// ...\n\tb int\n\tfresh int\n\t// ...\n}'), 'noNeighbours');
    const shorthand = 'const a = {\n  b: 2,\n  c: 3,\n  fresh,\n};\n';
    assert.equal(
      applied('a.ts', shorthand, 'const a = {\n  // ...\n  b: 2,\n  fresh: 5,\n  // ...\n};'),
      'noNeighbours',
    );
  });

  it('are not entries of a list, which may replace others', () => {
    const list = "const a = [\n  'b',\n  'c',\n];\n";
    assert.equal(applied('a.ts', list, "const a = [\n  // ...\n  'b',\n  'fresh',\n  // ...\n];"), 'noNeighbours');
  });

  it('are not added if a comma is missing', () => {
    const json = '{\n  "a": 1,\n  "b": 2\n}\n';
    assert.equal(applied('a.json', json, '{\n  // ...\n  "b": 2,\n  "fresh": 3\n  // ...\n}'), 'noNeighbours');
    const java = 'enum A {\n    X(1),\n    Y(2);\n\n    final int v;\n}\n';
    assert.equal(applied('A.java', java, 'enum A {\n    // ...\n    Y(2),\n    Z(3);\n    // ...\n}'), 'noNeighbours');
  });
});

describe('new functions on one line beside left-out members', () => {
  const forms = [
    {
      path: 'a.ts',
      open: 'class A {',
      close: '}',
      elision: '// ...',
      one: (name: string) => `${name}() { return 1; }`,
    },
    {
      path: 'a.rs',
      open: 'impl A {',
      close: '}',
      elision: '// ...',
      one: (name: string) => `fn ${name}(&self) -> u8 { 1 }`,
    },
    {
      path: 'a.py',
      open: 'class A:',
      close: '',
      elision: '# ...',
      one: (name: string) => `def ${name}(self): return 1`,
    },
  ];
  for (const { path, open, close, elision, one } of forms) {
    const text = (...lines: readonly string[]) => [open, ...lines.map((line) => `    ${line}`), close].join('\n');
    const [a, b, c, fresh] = [one('a'), one('b'), one('c'), one('fresh')];
    const file = text(a, b, c);

    it(`are added beside a known one in ${path}`, () => {
      assert.equal(applied(path, file, text(elision, b, fresh, elision)), text(a, b, fresh, c));
      assert.equal(applied(path, file, text(elision, fresh, c, elision)), text(a, b, fresh, c));
    });

    it(`are not added in ${path} if the neighbour is unknown, or if the block skips one`, () => {
      assert.equal(applied(path, file, text(elision, one('other'), fresh, elision)), 'noNeighbours');
      assert.equal(applied(path, file, text(elision, a, c, fresh, elision)), 'noNeighbours');
    });
  }

  it('are added at the start of an impl', () => {
    const file = 'impl A {\n    fn a(&self) -> u8 { 1 }\n}\n';
    const block = 'impl A {\n    fn fresh(&self) -> u8 { 1 }\n    // ...\n}';
    assert.equal(applied('a.rs', file, block), file.replace('    fn a', '    fn fresh(&self) -> u8 { 1 }\n    fn a'));
  });
});

describe('variables of a file such as .env', () => {
  const file = '# Settings\nA=1\nB=2\nC=3\n';

  for (const path of ['.env', '.env.local', 'app/.env.example', 'app.properties'])
    it(`are changed, and added beside a known one in ${path}`, () => {
      assert.equal(applied(path, file, 'B=9'), file.replace('B=2', 'B=9'));
      assert.equal(applied(path, file, 'B=2\nNEW=5'), file.replace('B=2', 'B=2\nNEW=5'));
      assert.equal(applied(path, file, 'NEW=5\nB=9'), file.replace('B=2', 'NEW=5\nB=9'));
      assert.equal(applied(path, file, 'C=3\n# Since May\nNEW=5'), `${file}# Since May\nNEW=5\n`);
    });

  it('are not added without a known neighbour, or if the block skips one', () => {
    assert.equal(applied('.env', file, 'NEW=5'), 'notFound');
    assert.equal(applied('.env', file, 'OTHER=1\nNEW=5'), 'notFound');
    assert.equal(applied('.env', file, 'A=1\nC=3\nNEW=5'), 'noNeighbours');
  });

  it('are not changed if the file has several of the name', () => {
    assert.equal(applied('.env', `${file}B=3\n`, 'B=9'), 'ambiguous');
  });

  it('are not added to a file with sections or commands', () => {
    assert.equal(applied('a.ini', '[x]\na = 1\nb = 2\n', 'a = 1\nnew = 5'), 'noNeighbours');
    assert.equal(applied('Makefile', 'A = 1\nB = 2\n\nall: a\n\tcc\n', 'A = 1\nNEW = 5'), 'noNeighbours');
  });
});

describe('changed entries of a dictionary whose other entries are left out', () => {
  const file = 'A = {\n    "a": 1,\n    "b": {\n        "x": 1,\n        "y": 2,\n    },\n    "z": 3,\n}\n';

  it('are replaced, and keep their commas', () => {
    assert.equal(
      applied('a.py', file, 'A = {\n    # ...\n    "b": {\n        # ...\n        "y": 5\n    },\n    # ...\n}'),
      file.replace('"y": 2', '"y": 5'),
    );
  });
});
