import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('mayRename', () => {
  const fn = (name: string, value: string) =>
    `const ${name} = function (\n  a: Node | number,\n  b: Node | number,\n): Node {\n  return new ${value}(a, b);\n};\n`;
  const type = 'export type Value = {\n  n: number,\n  stop: () => void,\n  ...\n};\n';
  const names = ['add', 'subtract', 'divide', 'multiply', 'modulo'];
  const later = ['first', 'second', 'third'].map(
    (name) => `const ${name} = function () {\n  run(${names.join()});\n};\n`,
  );
  const file = (...functions: readonly string[]) =>
    ["'use strict';\n\nimport { Node } from './node.js';\n", type, ...functions, ...later].join('\n');
  const functions = names.map((name) => fn(name, `${name}Node`));
  const block = (...declarations: readonly string[]) => ['// ...\n', type, ...declarations, '// ...'].join('\n');

  it('makes a plan unclear if new declarations are equal, but for their names, to those that the file keeps', () => {
    const renamed = names.map((name) => fn(`${name}Impl`, `${name}Node`));
    assert.equal(applied('a.js', file(...functions), block(...renamed)), 'noNeighbours');
  });

  it('is false for other new declarations', () => {
    const power = fn('power', 'PowerNode');
    assert.equal(applied('a.js', file(...functions), block(power)), file(power, ...functions));
  });
});
