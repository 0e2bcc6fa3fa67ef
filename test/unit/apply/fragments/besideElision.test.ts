import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('new code between a known neighbour and left-out code', () => {
  const files = {
    'a.ts': {
      known: "import { total } from './total';",
      fresh: "import { log } from './src/log';",
      elision: '// ... existing code ...',
      code: (value: number) => `export function sum() {\n  return ${value};\n}`,
    },
    'a.py': {
      known: 'import math',
      fresh: 'import os',
      elision: '# ...',
      code: (value: number) => `def perimeter():\n    return ${value}`,
    },
    'a.go': {
      known: 'import "fmt"',
      fresh: 'import "os"',
      elision: '// ...',
      code: (value: number) => `func Sum() int {\n\treturn ${value}\n}`,
    },
    'a.rs': {
      known: 'use std::fmt;',
      fresh: 'use std::env;',
      elision: '// ... existing code ...',
      code: (value: number) => `fn sum() -> i32 {\n    ${value}\n}`,
    },
    'A.java': {
      known: 'import java.util.List;',
      fresh: 'import java.util.Map;',
      elision: '// ... existing code ...',
      code: (value: number) => `class Sum {\n    int sum() {\n        return ${value};\n    }\n}`,
    },
  };

  for (const [path, { known, fresh, elision, code }] of Object.entries(files))
    it(`goes next to the import in ${path}`, () => {
      const file = `${known}\n\n${code(1)}\n`;
      const changed = (imports: string) => `${imports}\n\n${code(2)}\n`;
      assert.equal(applied(path, file, `${known}\n${fresh}\n${elision}\n${code(2)}`), changed(`${known}\n${fresh}`));
      assert.equal(applied(path, file, `${elision}\n${fresh}\n${known}\n\n${code(2)}`), changed(`${fresh}\n${known}`));
    });

  const one = (name: string, value: number) => `function ${name}() {\n  return ${value};\n}\n`;
  const script = [one('a', 1), one('b', 1), one('c', 1), one('d', 1)].join('\n');
  const elision = '// ... existing code ...\n';

  it('is a function next to a function that the block shows', () => {
    const after = script.replace(one('a', 1), `${one('a', 2)}\n${one('e', 1)}`);
    assert.equal(applied('a.ts', script, [one('a', 2), one('e', 1), elision].join('\n')), after);
    assert.equal(
      applied('a.ts', script, [one('a', 2), one('e', 1), elision, one('d', 2)].join('\n')),
      after.replace(one('d', 1), one('d', 2)),
    );
    assert.equal(
      applied('a.ts', script, [elision, one('e', 1), one('c', 2)].join('\n')),
      script.replace(one('c', 1), `${one('e', 1)}\n${one('c', 2)}`),
    );
  });

  it('is a method next to a method of the shown class', () => {
    const method = (name: string, value: number) => `  ${name}() {\n    return ${value};\n  }\n`;
    const type = (...members: readonly string[]) => `class A {\n${members.join('\n')}}\n`;
    const file = type(method('a', 1), method('b', 1), method('c', 1));
    assert.equal(
      applied('a.ts', file, type(method('a', 2), method('e', 1), `  ${elision}`)),
      type(method('a', 2), method('e', 1), method('b', 1), method('c', 1)),
    );
    assert.equal(
      applied('a.ts', file, type(`  ${elision}`, method('e', 1), method('c', 2))),
      type(method('a', 1), method('b', 1), method('e', 1), method('c', 2)),
    );
  });

  it('is a function below the last import, but not between imports', () => {
    const imports = "import { a } from './a';\nimport { b } from './b';\n";
    const last = `import { b } from './b';\n\n${one('e', 1)}\n${elision}\n${one('d', 2)}`;
    assert.equal(
      applied('a.ts', `${imports}\n${script}`, last),
      `${imports}\n${one('e', 1)}\n${script.replace(one('d', 1), one('d', 2))}`,
    );
    assert.equal(applied('a.ts', `${imports}\n${script}`, last.replaceAll(/\bb\b/g, 'a')), 'noNeighbours');
    assert.equal(applied('a.ts', `${imports}\n${script}`, `${elision}\n${one('e', 1)}\n${imports}`), 'noNeighbours');
  });

  it('is not a statement, which may replace a line', () => {
    const file = 'const a = 1;\nconst b = 2;\nstart();\nstop();\n';
    assert.equal(applied('a.ts', file, 'const a = 2;\nconst e = 3;\n// ... existing code ...'), 'noNeighbours');
  });

  it('is not a comment, which may be a version of the next comment', () => {
    const file = `class A {\n  one() {\n    return 1;\n  }\n\n  /** Adds. */\n  two() {\n    return 2;\n  }\n}\n`;
    const code = 'class A {\n  one() {\n    return 3;\n  }\n\n  /** Adds two. */\n  // ... rest of the class ...\n}';
    assert.equal(applied('a.js', file, code), 'noNeighbours');
  });

  it('is not an element that may stand below the only one of its kind', () => {
    const element = (name: string) => `    <dependency>\n      <artifactId>${name}</artifactId>\n    </dependency>\n`;
    const list = (elements: string) => `  <dependencies>\n${elements}  </dependencies>\n`;
    const file = `<project>\n${list(element('one'))}</project>\n`;
    for (const mark of ['existing dependencies', '... existing dependencies ...'])
      assert.equal(applied('pom.xml', file, list(`    <!-- ${mark} -->\n${element('two')}`)), 'noNeighbours');
  });

  it('is not between two unchanged lines that are neighbours in the file', () => {
    const run = (...calls: readonly string[]) =>
      `function run() {\n${calls.map((call) => `  ${call}();\n`).join('')}}\n`;
    const block = 'function run() {\n  first();\n  // ... existing code ...\n  second();\n  fresh();\n  third();\n}';
    assert.equal(applied('a.ts', run('first', 'second', 'other', 'third'), block), 'noNeighbours');
  });
});
