import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('A list of exports', () => {
  const code = 'function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n\n';
  const inLines = 'export {\n  a,\n  b,\n};';
  const changed = code.slice(0, code.indexOf('\n\n')).replace('1', '3');

  it('does not lose the names of declarations that stay', () => {
    const lists = [inLines, 'export { a, b };', 'module.exports = {\n  a,\n  b,\n};', 'module.exports = { a, b };'];
    for (const list of lists)
      for (const shown of [list.replace(/,\s+b/, ''), list.replaceAll(/\s+/g, ' ').replace(/, b,?/, '')]) {
        assert.equal(applied('a.js', `${code}${list}\n`, shown), 'losesExport', shown);
        assert.equal(applied('a.js', `${code}${list}\n`, `${changed}\n\n${shown}`), 'losesExport', shown);
      }
  });

  it('does not name what the block exports at its declaration', () => {
    const file = `const c = 1;\n${code}${inLines.replace('a,', 'a,\n  c,')}\n`;
    for (const shown of [`export ${changed}`, 'export const c = 2;', `export const c = 1;\n${code}`])
      assert.equal(applied('a.ts', file, shown), 'incomplete', shown);
    const other = file.replace('  c,\n', '');
    assert.equal(applied('a.ts', other, 'export const c = 2;'), other.replace('const c = 1', 'export const c = 2'));
  });

  it('gets other names, also in another form', () => {
    const file = `${code}${inLines}\n`;
    for (const shown of ['export { a, b, c };', 'export {\n  c,\n  a,\n  b,\n};'])
      assert.equal(applied('a.ts', file, shown), `${code}${shown}\n`, shown);
  });

  it('has no second version of a function that the file has as the value of an export', () => {
    const file = "const a = require('a');\n\nexports.b = function b(c) {\n  return a(c);\n};\n\nexports.d = 1;\n";
    const shown = "const a = require('a');\n\nfunction b(c, d) {\n  return a(c, d);\n}";
    assert.equal(applied('a.js', file, shown), 'incomplete');
    const other = shown.replace('function b', 'function d');
    assert.equal(
      applied('a.js', file, other),
      file.replace('exports.b', `${other.slice(shown.indexOf('function'))}\n\nexports.b`),
    );
  });
});
