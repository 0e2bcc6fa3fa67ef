import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

const body = '  console.log(b);\n  if (b > 3) {\n    throw new Error();\n  }\n';
const file = `export function f(a) {\n  const b = a + 1;\n${body}  return b;\n}\n`;
const reply = (comment: string) => `export function f(a) {\n  const b = a + 2;\n  // ${comment}\n  return b;\n}`;
const changed = file.replace('a + 1', 'a + 2');

describe('A comment that says that code is unchanged', () => {
  it('stands for the lines of the file that are in its place', () => {
    const comments = [
      'rest unchanged',
      'Validation unchanged.',
      '(logging unchanged)',
      'check stays the same',
      'error handling as before',
      'no changes to the check',
      'throw logic is unchanged',
      'everything in between remains unchanged',
      'same validation as before',
      'unchanged validation',
    ];
    for (const comment of comments) assert.equal(applied('a.js', file, reply(comment)), changed, comment);
    assert.equal(applied('a.js', file, 'export function f(a) {\n  const b = a + 2;\n  // rest unchanged\n}'), changed);
    const python = 'def f(a):\n    b = a + 1\n    print(b)\n    log(b)\n    return b\n';
    const code = 'def f(a):\n    b = a + 2\n    # body unchanged\n    return b';
    assert.equal(applied('a.py', python, code), python.replace('a + 1', 'a + 2'));
    const yaml = 'a:\n  x: 1\n  y: 2\n  w: 5\n  z: 3\n';
    assert.equal(applied('a.yml', yaml, 'a:\n  x: 4\n  # the others unchanged\n  z: 3'), yaml.replace('1', '4'));
  });

  it('stands for members of the file', () => {
    const members =
      'class A {\n  a() {\n    return 1;\n  }\n\n  b() {\n    return 2;\n  }\n\n  c() {\n    return 3;\n  }\n}\n';
    const code = 'class A {\n  a() {\n    return 9;\n  }\n\n  // b() unchanged\n\n  c() {\n    return 8;\n  }\n}';
    assert.equal(applied('a.js', members, code), members.replace('1;', '9;').replace('3;', '8;'));
  });

  it('is never written in place of lines of the file', () => {
    const html = '<body>\n<div>\n  <h2>Old</h2>\n  <form>\n    <input>\n  </form>\n  <p>text</p>\n</div>\n</body>\n';
    const comments = ['form unchanged', 'Form stays the same', 'form as before'];
    for (const comment of comments) {
      const code = `<div>\n  <h2>New</h2>\n  <!-- ${comment} -->\n  <p>text</p>\n</div>`;
      assert.equal(applied('a.html', html, code), 'incomplete', comment);
    }
    const statement = file.replace(body, '  check(a);\n');
    assert.equal(applied('a.js', statement, reply('check unchanged')), statement.replace('a + 1', 'a + 2'));
    const replacement = `<<<<<<< SEARCH\n${file}=======\n${reply('rest unchanged')}\n>>>>>>> REPLACE`;
    assert.equal(applied('a.js', file, replacement), 'incomplete');
  });

  it('is part of the code if no line of the file is in its place', () => {
    const short = file.replace(body, '');
    for (const comment of ['keeps the sum unchanged', 'the order stays the same', 'a is left unchanged'])
      assert.equal(applied('a.js', short, reply(comment)), `${reply(comment)}\n`, comment);
    const code = 'export function f(a) {\n  // The list stays the same.\n  const b = a + 2;\n  return b;\n}';
    assert.equal(applied('a.js', short, code), `${code}\n`);
  });

  it('is documentation if the file has it', () => {
    const documented = file.replace('  return', '  // the rest is unchanged\n  return');
    assert.equal(applied('a.js', documented, reply('the rest is unchanged')), `${reply('the rest is unchanged')}\n`);
  });

  it('makes the change unclear if it may document the code, but lines vanish', () => {
    for (const comment of ['keeps the list unchanged', 'if both are the same', 'leave a as is'])
      assert.equal(applied('a.js', file, reply(comment)), 'incomplete', comment);
  });

  it('makes the change unclear if other lines replace those of the file', () => {
    const code = 'export function f(a) {\n  const b = a + 1;\n  // order unchanged\n  sort(b);\n  return b;\n}';
    assert.equal(applied('a.js', file, code), 'incomplete');
  });

  it('stands for lines although another comment is documentation', () => {
    const remark = (text: string) => text.replace('  const', '  // a is left unchanged\n  start(a);\n  const');
    const started = file.replace('  const', '  start(a);\n  const');
    assert.equal(applied('a.js', started, remark(reply('rest unchanged'))), remark(changed));
  });
});

describe('A comment that says that code is removed', () => {
  const members =
    'class A {\n  add() {\n    return 1;\n  }\n\n  remove() {\n    return 2;\n  }\n\n  size() {\n    return 3;\n  }\n}\n';
  const elided = (comment: string) =>
    `class A {\n  // ...\n\n  // ${comment}\n\n  size() {\n    return 4;\n  }\n\n  // ...\n}`;

  it('is not written where no code vanishes', () => {
    for (const comment of ['remove() has been removed', 'removed: remove()', 'Removed the method', 'deleted remove'])
      assert.equal(applied('a.js', members, elided(comment)), 'incomplete', comment);
    const python = 'def f():\n    a = 1\n    return a\n';
    assert.equal(applied('a.py', python, 'def f():\n    a = 1\n    # deleted: the log\n    return a'), 'incomplete');
  });

  it('is written where code vanishes', () => {
    const code = 'export function f(a) {\n  const b = a + 1;\n  // removed: the check\n  return b;\n}';
    assert.equal(applied('a.js', file, code), `${code}\n`);
  });

  it('is written if it documents code', () => {
    const short = file.replace(body, '');
    for (const comment of ['removed items are kept for undo', 'called when an item is removed'])
      assert.equal(applied('a.js', short, reply(comment)), `${reply(comment)}\n`, comment);
    const code = 'export function f(a) {\n  // removed items\n  const b = a - 2;\n  return b;\n}';
    assert.equal(applied('a.js', short, code), `${code}\n`);
  });
});
