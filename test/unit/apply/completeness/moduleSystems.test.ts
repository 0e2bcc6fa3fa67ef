import assert from 'node:assert/strict';
import { planFile } from '../../../../src/apply/planFile.ts';
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

  it('finds `require` in each usual form', () => {
    const starts = [
      'const {\n  parse,\n  print,\n} = require("./parse");',
      'require("dotenv").config();',
      'const a = 1,\n  parse = require("./parse");',
      'if (x) module.exports = 1;',
    ];
    const load = (value: number) => `function load(harbour) {\n  const a = harbour;\n  return a + ${value};\n}`;
    for (const start of starts)
      assert.equal(applied('a.js', `${start}\n\n${load(1)}\n\nload();\n`, `export ${load(2)}`), 'incomplete', start);
    const named = `// No require() here.\n\n${load(1)}\n\nload();\n`;
    assert.match(applied('a.js', named, `export ${load(2)}`), /a \+ 2/);
  });

  it('asks before a block that replaces the one above it would add an import', () => {
    const text = `const a = require('./a');\nconst z = require('./z');\n\nuse('/a', a);\nmodule.exports = use;\n`;
    const reason = (old: string, code: string) => {
      const plan = planFile([{ code, info: 'js', before: '', replaced: old }], { path: 'a.js', text });
      return plan.kind === 'unclear' ? plan.reason.kind : plan.kind;
    };
    assert.equal(reason("const a = require('./a');", "import a from './a.js';"), 'incomplete');
    assert.equal(reason('module.exports = use;', 'export default use;'), 'incomplete');
    assert.equal(reason("use('/a', a);", "use('/b', a);"), 'change');
  });

  it('applies other changes of a CommonJS file, and changes of a file with both', () => {
    const load = `function load(harbour) {\n  return fs.readFileSync(folder + harbour + '.json', 'utf8');\n}`;
    assert.match(applied('a.js', file, load), /\.json/);
    const both = `import a from 'a';\n${file}`;
    assert.match(applied('a.js', both, `export ${load}`), /export function load/);
  });
});
