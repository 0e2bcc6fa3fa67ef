import assert from 'node:assert/strict';
import { applied } from '../fragments/applied.ts';

const file = `const fs = require('node:fs');

const folder = 'tides';

function load(harbour) {
  return fs.readFileSync(folder + harbour, 'utf8');
}

module.exports = { load };
`;

describe('mixesModuleSystems', () => {
  it('leaves a CommonJS file as it is if a block would add ES module syntax beside its exports', () => {
    const start = `import fs from 'node:fs';\n\nconst folder = 'tides';\n\n`;
    const load = `export function load(harbour) {\n  return fs.readFileSync(folder + harbour + '.json', 'utf8');\n}`;
    for (const block of [start + load, load]) assert.equal(applied('a.js', file, block), 'incomplete');
  });

  it('applies other changes of a CommonJS file, and changes of a file with both', () => {
    const load = `function load(harbour) {\n  return fs.readFileSync(folder + harbour + '.json', 'utf8');\n}`;
    assert.match(applied('a.js', file, load), /\.json/);
    const both = `import a from 'a';\n${file}`;
    assert.match(applied('a.js', both, `export ${load}`), /export function load/);
  });
});
