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

  const script = (statements: string) =>
    `DROP TABLE x;\nDROP TABLE y;\nDROP TABLE z;\n\n${statements}\n\nGRANT ALL ON x TO me;\nGRANT ALL ON y TO me;\n`;

  it('on one line is not removed if the block shows the lines around it', () => {
    const tables = script('CREATE TABLE a (id int);\nCREATE TABLE b (id int);\nCREATE TABLE c (id int);\nSELECT 1;');
    const cases = [
      [tables, 'CREATE TABLE a (id int);\nCREATE TABLE c (id int, x int);\nSELECT 1;'],
      [tables, 'CREATE TABLE a (id int);\nCREATE TABLE d (id int);\nCREATE TABLE c (id int);'],
      [tables, 'CREATE TABLE a (id int);\nCREATE TABLE c (\n  id int,\n  x int\n);\nSELECT 1;'],
      [
        script('SELECT 0;\nALTER TABLE a ADD COLUMN x INT;\nALTER TABLE a ADD COLUMN y INT;\nSELECT 1;'),
        'SELECT 0;\nALTER TABLE a ADD COLUMN x TEXT;\nSELECT 1;',
      ],
      [
        script('SELECT 0;\nCREATE INDEX i ON a (x);\nCREATE INDEX j ON a (y);\nSELECT 1;'),
        'SELECT 0;\nCREATE INDEX i ON a (x, y);\nSELECT 1;',
      ],
      [
        script('INSERT INTO a VALUES (1);\nINSERT INTO b VALUES (2);\nDELETE FROM c WHERE id = 1;'),
        'INSERT INTO a VALUES (1);\nDELETE FROM c WHERE id = 1;',
      ],
    ] as const;
    for (const [file, code] of cases) assert.equal(applied('a.sql', file, code), 'incomplete', code);
  });

  it('on one line may get other values or another name', () => {
    const alter = 'ALTER TABLE a ADD COLUMN x INT;\nALTER TABLE a ADD COLUMN y INT;\nSELECT 1;';
    const changed = `SELECT 0;\n${alter.replace('x INT', 'x TEXT')}`;
    assert.equal(applied('a.sql', script(`SELECT 0;\n${alter}`), changed), script(changed));
    const renamed = changed.replace('TABLE a', 'TABLE b');
    assert.equal(applied('a.sql', script(changed), renamed), script(renamed));
  });

  it('that creates a table or an index is replaced by its name, also in another form', () => {
    const inLines = 'CREATE TABLE a (\n  id int,\n  x int\n);';
    const after = 'CREATE TABLE a (id int, x text);';
    assert.equal(applied('a.sql', script(inLines), after), script(after));
    assert.equal(applied('a.sql', script('CREATE TABLE IF NOT EXISTS a (id int);'), inLines), script(inLines));
    assert.equal(
      applied('a.sql', script('CREATE INDEX i ON a (id);'), 'CREATE INDEX i ON a (id, x);'),
      script('CREATE INDEX i ON a (id, x);'),
    );
    const long = script('CREATE TABLE a (\n  id int,\n  x int,\n  y int,\n  z int\n);');
    assert.equal(applied('a.sql', long, 'CREATE TABLE a (id int);'), 'incomplete');
    const view = script('CREATE VIEW v AS\nSELECT *\nFROM a;');
    assert.equal(applied('a.sql', view, 'CREATE VIEW v AS SELECT x FROM a;'), 'notFound');
    assert.equal(applied('a.sql', script('UPDATE a SET x = 1;'), 'UPDATE b SET x = 2;'), 'notFound');
  });
});
