import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('new members beside a member of the file', () => {
  const member = (name: string, value: number) => `  ${name}() {\n    return ${value};\n  }\n`;
  const file = `class A {\n${member('one', 1)}\n${member('two', 2)}}\n`;

  it('are inserted with the new values that stand among them', () => {
    const added = `\n  size = 3;\n\n${member('three', 3)}`;
    assert.equal(applied('a.js', file, `${member('two', 2)}${added}`), file.replace('2;\n  }\n', `2;\n  }\n${added}`));
    const above = `  size = 3;\n\n${member('zero', 0)}\n`;
    assert.equal(applied('a.js', file, `${above}${member('one', 1)}`), file.replace('  one', `${above}  one`));
  });

  it('are not inserted with values that may replace a value of the file', () => {
    const fields = file.replace('  two', '  length = 3;\n\n  two');
    const code = `${member('one', 1)}\n  size = 3;\n\n${member('three', 3)}`;
    assert.equal(applied('a.js', fields, code), 'noNeighbours');
    assert.equal(applied('a.js', file, `${member('two', 2)}\n  size = 3;\n`), 'noNeighbours');
  });

  it('are inserted if their last lines stand at the end of another member, below some that the block does not show', () => {
    const long = (name: string) =>
      `  ${name}(a) {\n    const ${name}s = get(a);\n    if (${name}s) return ${name}s;\n    log(a);\n    return none(a);\n  }\n`;
    const others = `${long('two')}\n${long('four').replace('log(a);', 'log(a, 4);')}`;
    const before = `class A {\n${member('one', 1)}\n${others}}\n`;
    const added = long('five').replace('log(a);', 'log(a, 4);');
    assert.equal(applied('a.js', before, `${member('one', 1)}\n${added}`), before.replace('  two', `${added}\n  two`));
  });
});

describe('a specialization of a type of C++', () => {
  it('does not replace the declaration of the type', () => {
    const special = (value: number) => `struct A<int> {\n  int b() { return ${value}; }\n};\n`;
    const file = `template <typename T>\nstruct A;\n\ntemplate <>\n${special(1)}`;
    assert.ok(!applied('a.h', file, special(2).trimEnd()).startsWith('template <typename T>\nstruct A<int>'));
  });
});

describe('an assignment of a property of the object', () => {
  it('replaces the only one of its name', () => {
    const file = "class A {\n  constructor() {\n    this.name = 'a';\n    this.version = '1';\n  }\n}\n";
    assert.equal(applied('a.js', file, "this.version = '2';"), file.replace("'1'", "'2'"));
    const twice = file.replace("'a';\n", "'a';\n    this.version = '0';\n");
    assert.equal(applied('a.js', twice, "this.version = '2';"), 'ambiguous');
  });
});

describe('a version of the whole file on other lines', () => {
  it('is applied although a declaration has fewer lines', () => {
    const rest = 'export function b() {\n  return 1;\n}\n\nexport function c() {\n  return 2;\n}\n';
    const list = (lines: string) => `export type A = (\n${lines}) => void;\n\n${rest}`;
    const before = list('  one:\n    | Some<string>\n    | Other<string>\n    | undefined,\n  two: string,\n');
    const after = list('  one: Some<string> | Other<string> | undefined,\n  two: string,\n');
    assert.equal(applied('a.ts', before, after.trimEnd()), after);
  });
});
