import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('withUsualGaps', () => {
  const start = 'import os\n\n\ndef a():\n    return 1\n\n\n# --- helpers ---\n';
  const end = '# --- main ---\n\n\ndef main():\n    a()\n';
  const added = 'def c():\n    return 3\n';

  it('adds the blank lines of the file above and below a new function between two comments', () => {
    const changed = `${start}\n\n${added}\n\n${end}`;
    const code = `# --- helpers ---\n\n${added}\n# --- main ---`;
    for (const gap of ['\n', '\n\n']) assert.equal(applied('a.py', `${start}${gap}${end}`, code), changed);
  });

  it('adds them below a function of the file, and beside left-out code', () => {
    const file = `${start}\n\n${end}`;
    const changed = file.replace('1\n\n\n', `1\n\n\n${added}\n\n`);
    const old = 'def a():\n    return 1\n';
    assert.equal(applied('a.py', file, `${old}\n${added}\n# --- helpers ---`), changed);
    assert.equal(applied('a.py', file, `# ...\n\n${old}\n${added}\n# ...`), changed);
  });

  it('adds those that are missing above if the block has enough below', () => {
    const code = `# --- helpers ---\n\n${added}\n\n# --- main ---`;
    assert.equal(applied('a.py', `${start}\n\n${end}`, code), `${start}\n\n${added}\n\n${end}`);
  });

  it('adds none if the block has none there', () => {
    const code = `# --- helpers ---\n${added}\n\n# --- main ---`;
    assert.equal(applied('a.py', `${start}\n\n${end}`, code), `${start}${added}\n\n${end}`);
  });

  it('adds none if the blank lines of the file differ', () => {
    const file =
      'def a():\n    return 1\n\n\ndef b():\n    return 2\n\ndef d():\n    return 4\n\n\n\n# helpers\n\n# main\n';
    assert.equal(
      applied('a.py', file, `# helpers\n\n${added}\n# main`),
      file.replace('# helpers\n', `# helpers\n\n${added}`),
    );
  });
});
