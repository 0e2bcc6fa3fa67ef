import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('A statement of SQL', () => {
  const update = (name: string, value: number, id: number) => `UPDATE ${name}\nSET x = ${value}\nWHERE id = ${id};\n`;

  it('is not replaced together with one before that ends with the same line', () => {
    const file = `${update('a', 1, 1)}\n${update('b', 1, 2)}`;
    assert.equal(applied('a.sql', file, update('a', 2, 2)), 'incomplete');
    assert.equal(applied('a.sql', file, `-- ... existing code ...\n${update('a', 2, 2)}`), 'incomplete');
    const batch = file.replaceAll(';', '');
    assert.equal(applied('a.sql', batch, update('a', 2, 2).replace(';', '')), 'incomplete');
    const select = (name: string, end: string) => `SELECT *\nFROM ${name}\nWHERE ${end};\n`;
    const selects = `${select('a', 'x\nORDER BY y')}\nDELETE FROM c;\n\n${select('b', 'z\nORDER BY id')}`;
    assert.equal(applied('a.sql', selects, select('a', 'w\nORDER BY id')), 'incomplete');
  });

  it('is replaced alone, or with others that the block shows', () => {
    const file = `${update('a', 1, 1)}\nDELETE FROM c;\n\n${update('b', 1, 2)}`;
    assert.equal(applied('a.sql', file, update('a', 2, 1)), file.replace('x = 1', 'x = 2'));
    const all = file.replace('x = 1', 'x = 2').replace('FROM c', 'FROM d');
    assert.equal(applied('a.sql', `-- a\n\n${file}`, all), `-- a\n\n${all}`);
  });
});
