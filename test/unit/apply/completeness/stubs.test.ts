import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

const file =
  'def f(items):\n    for item in items:\n        check(item)\n        save(item)\n    try:\n        b = load()\n        log(b)\n    except OSError:\n        b = 1\n    return b\n';

describe('a comment of Python after `...` or `pass`', () => {
  it('stands for lines of the file', () => {
    const lines = [
      '...  # unchanged',
      '...  # process each item',
      '... # TODO',
      'pass  # existing code',
      'pass # unchanged',
    ];
    for (const line of lines) {
      const loop = `def f(items, limit):\n    for item in items:\n        ${line}\n    try:\n        b = load()\n        log(b)\n    except OSError:\n        b = 1\n    return b`;
      assert.equal(applied('a.py', file, loop), file.replace('(items)', '(items, limit)'), line);
      const handler = `    for item in items:\n        check(item)\n        save(item)\n    try:\n        ${line}\n    except OSError:\n        b = 2\n    return b`;
      assert.equal(applied('a.py', file, handler), file.replace('b = 1', 'b = 2'), line);
      const between = `def f(items, limit):\n    for item in items:\n        check(item)\n        save(item)\n    ${line}\n    return b`;
      assert.equal(applied('a.py', file, between), file.replace('(items)', '(items, limit)'), line);
    }
  });

  it('is the body of a new function', () => {
    const code = 'def g():\n    pass  # nothing to do\n\n\ndef f(items):\n    return 1';
    assert.equal(applied('a.py', 'def f(items):\n    return 2\n', code), `${code}\n`);
  });

  it('is not written by a replacement in place of lines of the file', () => {
    const code = `<<<<<<< SEARCH\n        check(item)\n        save(item)\n=======\n        ...  # unchanged\n>>>>>>> REPLACE`;
    assert.equal(applied('a.py', file, code), 'incomplete');
  });
});
