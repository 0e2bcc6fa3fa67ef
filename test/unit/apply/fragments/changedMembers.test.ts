import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('a block that shows only changed members, without a mark of left-out ones', () => {
  /** Members with values, of which the block shows the first ones with other values. */
  const forms: readonly (readonly [
    path: string,
    open: string,
    close: string,
    member: (name: string, value: number) => string,
  ])[] = [
    ['a.yaml', 'limits:', 'probe: 1', (name, value) => `  ${name}: ${value}`],
    ['a.ts', 'export const limits = {', '};', (name, value) => `  ${name}: ${value},`],
    ['a.ts', 'export interface Limits {', '}', (name, value) => `  ${name}: Size${value};`],
    ['a.ts', 'const routes = [', '];', (name, value) => `  { path: '/${name}', part: Part${value} },`],
    ['a.ts', 'export class Limits {', '}', (name, value) => `  ${name}() {\n    return ${value};\n  }\n`],
    ['a.ts', 'const limits = {', '};', (name, value) => `  ${name}() {\n    return ${value};\n  },`],
    ['a.py', 'LIMITS = {', '}', (name, value) => `    "${name}": ${value},`],
    ['a.go', 'type Limits struct {', '}', (name, value) => `\t${name} [${value}]int`],
    ['a.go', 'var limits = Limits{', '}', (name, value) => `\t${name}: ${value},`],
    ['a.lua', 'local limits = {', '}', (name, value) => `  ${name} = ${value},`],
    ['a.css', ':root {', '}', (name, value) => `  --${name}: ${value}px;`],
    ['a.tf', 'locals {', '}', (name, value) => `  ${name} = ${value}`],
  ];

  for (const [path, open, close, member] of forms)
    it(`is a part of "${open}" in ${path}`, () => {
      const text = (...members: readonly string[]) => [open, ...members, close].join('\n');
      const all = (value: number) => ['one', 'two', 'three', 'four'].map((name, index) => member(name, value + index));
      const [first = '', second = '', third = '', fourth = ''] = all(1);
      const changed = all(5);
      assert.equal(applied(path, text(...all(1)), text(...changed.slice(0, 3))), 'incomplete');
      // A member between unchanged ones is removed.
      assert.equal(applied(path, text(...all(1)), text(first, second, fourth)), text(first, second, fourth));
      assert.notEqual(third, second);
    });

  it('is a part of a switch', () => {
    const cases = (...all: readonly string[]) =>
      `  switch (kind) {\n${all.map((each) => `    case '${each[0]}':\n      return '${each}';\n`).join('')}  }\n`;
    const file = `function label(kind) {\n${cases('alpha', 'beta', 'gamma', 'delta')}}\n`;
    assert.equal(applied('a.ts', file, cases('apple', 'banana', 'date')), 'incomplete');
  });

  it('may replace several members by one with a new name', () => {
    const list = (...members: readonly string[]) =>
      `const a = {\n${members.map((each) => `  ${each},\n`).join('')}};\n`;
    const others = ['four', 'five', 'six', 'seven', 'eight', 'nine'].map((name) => `${name}: 0`);
    const file = `${list('one: 1', 'two: 2', 'three: 3', ...others)}\n`;
    const block = list('one: 1', 'both: 5', ...others);
    assert.equal(applied('a.ts', file, block), `${block}\n`);
  });
});
