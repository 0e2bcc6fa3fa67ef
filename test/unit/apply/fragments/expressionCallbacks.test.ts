import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('A test whose function has an expression as its body', () => {
  const block = (name: string, call: string, indent = '') =>
    `${indent}it('${name}', () => {\n${indent}  ${call}();\n${indent}  two();\n${indent}});`;
  const expression = (name: string, call: string) => `it('${name}', () => ${call}());`;
  const suite = (first: string) => `describe('d', () => {\n  ${first}\n\n${block('b', 'three', '  ')}\n});\n`;
  const end = `\n\n${block('b', 'three')}\n\n${block('c', 'four')}\n`;

  it('is replaced with one that has a block as its body', () => {
    const file = `${expression('a', 'one')}${end}`;
    assert.equal(applied('a.test.ts', file, block('a', 'six')), `${block('a', 'six')}${end}`);
    assert.equal(
      applied('a.test.ts', file, `${block('a', 'six')}\n\n${block('b', 'threeMore')}`),
      `${block('a', 'six')}${end.replace('three', 'threeMore')}`,
    );
    assert.equal(
      applied('a.test.ts', file.replace('=> one', '=>\n  one'), `${block('a', 'six')}\n\n${block('b', 'three')}`),
      `${block('a', 'six')}${end}`,
    );
    assert.equal(
      applied('a.test.ts', suite(expression('a', 'one')), suite(`${block('a', 'six', '  ').trim()}\n\n  // ...`)),
      suite(block('a', 'six', '  ').trim()),
    );
  });

  it('replaces one that has a block as its body, or another expression', () => {
    assert.equal(
      applied('a.test.ts', `${block('a', 'one')}${end}`, expression('a', 'six')),
      `${expression('a', 'six')}${end}`,
    );
    assert.equal(
      applied('a.test.ts', suite(block('a', 'one', '  ').trim()), expression('a', 'six')),
      suite(expression('a', 'six')),
    );
    assert.equal(
      applied('a.test.ts', `${expression('a', 'one')}${end}`, expression('a', 'six')),
      `${expression('a', 'six')}${end}`,
    );
  });

  it('is not removed if the block does not show it', () => {
    const tests = ['a', 'b', 'c', 'd', 'e'].map((name) => expression(name, name)).join('\n');
    const code = `${expression('a', 'a')}\n${expression('c', 'six')}\n${expression('d', 'd')}`;
    assert.equal(applied('a.test.ts', `start();\n${tests}\nstop();\n`, code), 'incomplete');
  });

  it('does not replace a suite', () => {
    assert.equal(applied('a.test.ts', suite(block('a', 'one')), "describe('d', () => run());"), 'incomplete');
  });
});
