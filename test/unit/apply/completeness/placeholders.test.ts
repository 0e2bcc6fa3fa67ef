import { strict as assert } from 'node:assert';
import { planPlace } from '../../../../src/apply/planPlace.ts';
import { applied } from '../fragments/applied.ts';

const body =
  '  if (!a.ok) {\n    throw new Error();\n  }\n  for (const item of items) {\n    a.add(item);\n  }\n  a.save();\n';
const file = `export function f(items) {\n  const a = load(items);\n${body}  return a.total;\n}\n`;
const python =
  'def f(items):\n    a = load(items)\n    if not a.ok:\n        raise Error()\n    a.save()\n    return a.total\n';
const reply = (comment: string) =>
  `export function f(items, limit) {\n  const a = load(items);\n  // ${comment}\n  return a.total;\n}`;
const changed = file.replace('(items)', '(items, limit)');

/** Wordings of several languages. */
const wordings = [
  'previous code',
  'original code',
  '-- snip --',
  'snip',
  'etc.',
  '(the loop body does not change)',
  'Existing validation',
  'existing error handling',
  'the existing loop',
  'Same logic',
  'checks omitted for brevity',
  'validation removed for brevity',
  'restlicher Code unverändert',
  'bestehender Code',
  '其余代码不变',
  'código existente',
  'resto del código',
  'reste du code inchangé',
  'code existant',
  '既存のコード',
];

describe('a comment in place of code', () => {
  it('stands for the code if it names left-out code', () => {
    for (const comment of wordings) {
      assert.equal(applied('a.js', file, reply(comment)), changed, comment);
      const code = `def f(items, limit):\n    a = load(items)\n    # ${comment}\n    return a.total`;
      assert.equal(applied('a.py', python, code), python.replace('(items)', '(items, limit)'), comment);
    }
  });

  it('never replaces code that it may name', () => {
    for (const comment of [...wordings, 'leave this as it is', 'nothing changes below']) {
      const code = reply(comment).replace('total', 'total + 1');
      assert.match(applied('a.js', file, code), /^(?:incomplete|noNeighbours)$/, comment);
      const replacement = `<<<<<<< SEARCH\n${file}=======\n${reply(comment)}\n>>>>>>> REPLACE`;
      assert.equal(applied('a.js', file, replacement), 'incomplete', comment);
    }
  });

  it('makes the change unclear with any other words', () => {
    for (const comment of ['check and add the items', 'the checks\n  // and the loop', 'validation']) {
      assert.equal(applied('a.js', file, reply(comment)), 'incomplete', comment);
      const moved = reply(comment).replace('load(items)', 'load(items, limit)');
      assert.equal(applied('a.js', file, moved), 'incomplete', comment);
    }
    const html = '<body>\n<h1>Old</h1>\n<form>\n  <input>\n</form>\n<p>text</p>\n</body>\n';
    const code = '<body>\n<h1>New</h1>\n<!-- the form -->\n<p>text</p>\n</body>';
    assert.equal(applied('a.html', html, code), 'incomplete');
    const loop = 'def f(items):\n    for item in items:\n        check(item)\n    return 1\n';
    const stub = 'def f(items, limit):\n    for item in items:\n        pass  # process each item\n    return 1';
    assert.equal(applied('a.py', loop, stub), 'incomplete');
  });

  it('replaces code whose removal it explains', () => {
    for (const comment of ['removed: the check', 'no longer needed', 'handled by the middleware'])
      assert.equal(applied('a.js', file, reply(comment)), `${reply(comment)}\n`, comment);
  });

  it('may be the code itself', () => {
    const code = changed.replace('  a.save();', '  // a.save();');
    assert.equal(applied('a.js', file, code.trimEnd()), code);
  });

  it('may document new or changed code', () => {
    for (const line of ['  return sum(a);', '  return a.addAll(items);']) {
      const code = `export function f(items) {\n  const a = load(items);\n  // Add all items at once\n${line}\n}`;
      assert.equal(applied('a.js', file, code), `${code}\n`);
    }
  });

  it('replaces the place that the user has chosen', () => {
    const block = { code: reply('check and add the items'), info: '', before: '' };
    const place = { startLine: 0, endLine: file.split('\n').length - 1 };
    assert.deepEqual(planPlace(block, { path: 'a.js', text: file }, place), {
      kind: 'change',
      after: `${block.code}\n`,
    });
  });
});
