import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

/** Paths with the first line, the members and the last line of an item. */
const items: readonly (readonly [path: string, head: string, members: readonly string[], tail: string])[] = [
  ['a.js', 'export default defineConfig({', ['  port: 1,', '  host: 2,', '  mode: 3,'], '});'],
  ['a.js', 'const store = createStore({', ['  port: 1,', '  host: 2,', '  mode: 3,'], '});'],
  ['a.js', 'new Vue({', ['  port: 1,', '  host: 2,', '  mode: 3,'], "}).$mount('#app');"],
  ['a.ts', 'export const options: Options = {', ['  port: 1,', '  host: 2,', '  mode: 3,'], '} as const;'],
  ['a.ts', 'interface Options {', ['  port: A1;', '  host: B2;', '  mode: C3;'], '}'],
  ['a.rs', 'pub struct Options {', ['    pub port: A1,', '    pub host: B2,', '    pub mode: C3,'], '}'],
  ['a.rs', 'pub enum Options {', ['    Port(A1),', '    Host(B2),', '    Mode(C3),'], '}'],
  ['a.go', 'type Options struct {', ['\tport A1', '\thost B2', '\tmode C3'], '}'],
  ['a.c', 'typedef struct {', ['\tint port1;', '\tlong host2;', '\tchar mode3;'], '} options_t;'],
  ['a.c', 'static const struct options x = {', ['\t.port = 1,', '\t.host = 2,', '\t.mode = 3,'], '};'],
  ['a.py', 'options = {', ['    "port": 1,', '    "host": 2,', '    "mode": 3,'], '}'],
];

const fileOf = (lines: readonly string[]) => `log();\n\n${lines.join('\n')}\n\nuse();\n`;

describe('partialItem', () => {
  it('is unclear if a type, a list or settings are shown with only some members', () => {
    for (const [path, head, members, tail] of items) {
      const file = fileOf([head, ...members, tail]);
      const [first = '', second = '', last = ''] = members;
      const added = first.replace(/\w+(?=\W*$)/, 'Other9').replace(/[pP]ort/, 'fresh');
      for (const shown of [[first, added], [added], [second.replace('2', '9'), last]])
        assert.equal(
          applied(path, file, [head, ...shown, tail].join('\n')),
          'incomplete',
          `${path} ${head} ${shown.join()}`,
        );
    }
  });

  it('replaces items that are shown with all members', () => {
    for (const [path, head, members, tail] of items) {
      if (head === 'typedef struct {') continue;
      const changed = [
        head,
        ...members.map((member, index) => (index === 1 ? member.replace('2', '9') : member)),
        tail,
      ];
      assert.equal(applied(path, fileOf([head, ...members, tail]), changed.join('\n')), fileOf(changed), head);
    }
  });

  it('replaces a method whose whole body is in another member now', () => {
    const rows = (indent: string) => `${indent}const rows = list.map((x) => {\n${indent}  return x;\n${indent}});\n`;
    const method = (body: string) => `  run() {\n${body}  }\n`;
    const file = (body: string) => `class A {\n${method(body)}\n  other() {\n    return 1;\n  }\n}\n`;
    const wrapped = `    try {\n${rows('      ')}    } finally {\n      done();\n    }\n`;
    assert.equal(applied('a.ts', file(rows('    ')), method(wrapped)), file(wrapped));
  });

  it('compares the members of items on one line', () => {
    const cases: readonly (readonly [path: string, old: string, code: string])[] = [
      ['a.ts', 'const o = { a: 1, b: 2, c: 3 };', 'const o = {\n  d: 2,\n};'],
      ['a.ts', 'interface O { a: A; b: B }', 'interface O {\n  c: C;\n}'],
      ['a.css', '.a { color: red; margin: 0; padding: 0; }', '.a {\n  color: pink;\n}'],
      ['a.py', 'names = ["a", "b"]', 'names = [\n    "c",\n]'],
    ];
    for (const [path, old, code] of cases)
      assert.equal(applied(path, `${old}\n\nz {\n  a: b;\n}\n`, code), 'incomplete', old);
    assert.equal(applied('a.json', '{\n  "a": ["x", "y", "z"],\n  "b": 2\n}\n', '"a": ["w"]'), 'incomplete');
  });

  it('replaces a list or an object with another expression', () => {
    const cases: readonly (readonly [path: string, old: string, code: string])[] = [
      ['a.py', 'HOSTS = ["a", "b"]', 'HOSTS = os.environ["HOSTS"].split(",")'],
      ['a.py', 'HOSTS = [\n    "a",\n    "b",\n    "c",\n    "d",\n]', 'HOSTS = os.environ["HOSTS"].split(",")'],
      ['a.py', 'HOSTS = {"a": 1, "b": 2}', 'HOSTS = None'],
      ['a.ts', 'const hosts = ["a", "b"];', 'const hosts = process.env.HOSTS.split(",");'],
      ['a.ts', 'const hosts: string[] = [\n  "a",\n  "b",\n  "c",\n];', 'const hosts: string[] = readHosts();'],
      ['a.ts', 'const options = {\n  a: 1,\n  b: 2,\n  c: 3,\n};', 'const options = await readOptions(file);'],
    ];
    for (const [path, old, code] of cases)
      assert.equal(applied(path, `use(a)\n\n${old}\n\nuse(b)\n`, code), `use(a)\n\n${code}\n\nuse(b)\n`, code);
  });

  it('is unclear if the other expression may contain only a part of a list or an object', () => {
    const cases: readonly (readonly [path: string, old: string, code: string])[] = [
      ['a.py', 'HOSTS = ["a", "b"]', 'HOSTS = tuple(["a"])'],
      ['a.py', 'HOSTS = ["a", "b"]', 'HOSTS = os.environ.get("HOSTS") or ["c"]'],
      ['a.py', 'HOSTS = ["a", "b"]', 'HOSTS = ...'],
      ['a.ts', 'const hosts = ["a", "b"];', 'const hosts = new Set(["c"]);'],
      ['a.ts', 'const options = {\n  a: 1,\n  b: 2,\n  c: 3,\n};', 'const options = defineConfig({ a: 2 });'],
    ];
    for (const [path, old, code] of cases)
      assert.equal(applied(path, `use(a)\n\n${old}\n\nuse(b)\n`, code), 'incomplete', code);
  });

  it('is unclear if a block lacks names that the file uses', () => {
    const file = "import {\n  a,\n  b,\n} from './m';\n\nexport function run() {\n  return a(1);\n}\n\nlog(b);\n";
    const code = "import { c } from './m';\n\nexport function run() {\n  return c(1);\n}";
    assert.equal(applied('a.ts', file, code), 'incomplete');
    const rate = (value: string) => `export function f() {\n  return ${value} * rate;\n}\n\nexport const g = rate;\n`;
    assert.equal(
      applied('a.ts', `import a from 'a';\n\nconst rate = 2;\n\n${rate('1')}`, `import a from 'a';\n\n${rate('3')}`),
      'incomplete',
    );
  });
});
