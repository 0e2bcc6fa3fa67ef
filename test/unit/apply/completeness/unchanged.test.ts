import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('Members between left-out code', () => {
  const names = ['alpha', 'beta', 'gamma', 'delta'];
  const forms: Readonly<Record<string, (lines: readonly string[]) => string>> = {
    'a.ts': (lines) => `const a = {\n${lines.map((line) => `  ${line}: 1,\n`).join('')}};`,
    'a.go': (lines) => `type A struct {\n${lines.map((line) => `\t${line} int\n`).join('')}}`,
    'a.rs': (lines) => `struct A {\n${lines.map((line) => `    ${line}: u8,\n`).join('')}}`,
    'a.py': (lines) => `class A:\n${lines.map((line) => `    ${line} = 1\n`).join('')}`,
    'A.java': (lines) => `class A {\n${lines.map((line) => `    int ${line};\n`).join('')}}`,
    'a.css': (lines) => `.a {\n${lines.map((line) => `  ${line}: 1;\n`).join('')}}`,
    'a.yml': (lines) => `a:\n${lines.map((line) => `  ${line}: 1\n`).join('')}`,
    'a.toml': (lines) => `[a]\n${lines.map((line) => `${line} = 1\n`).join('')}`,
  };
  for (const [path, form] of Object.entries(forms)) {
    const file = `${form(names)}\n`;
    const elision = /\.(?:py|yml|toml)$/.test(path) ? '# ...\n' : path === 'a.css' ? '/* ... */\n' : '// ...\n';
    const around = (...lines: readonly string[]) =>
      form(['ELISION', ...lines, 'ELISION']).replaceAll(/(?:int )?ELISION.*\n/g, elision);

    it(`are not unchanged in another order in ${path}`, () => {
      assert.equal(applied(path, file, around('gamma', 'beta')), 'noNeighbours');
    });

    it(`are unchanged in the same order in ${path}`, () => {
      assert.equal(applied(path, file, around('beta', 'gamma')), 'unchanged');
    });
  }

  it('are not unchanged if the block removes one', () => {
    const file = '[a]\nalpha = 1\nbeta = 2\ngamma = 3\n\n[b]\nc = 1\n';
    assert.equal(applied('a.toml', file, '[a]\n# ...\nalpha = 1\ngamma = 3\n# ...'), 'noNeighbours');
  });
});
