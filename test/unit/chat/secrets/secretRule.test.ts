import { strict as assert } from 'node:assert';
import { textKindOf } from '../../../../src/chat/secrets/secretRule.ts';

describe('textKindOf', () => {
  it('returns `code` for source code and documentation', () => {
    for (const path of ['a.ts', 'src/b.MJS', 'c.py', 'd.html', 'README.md', 'e.scss', 'f.d.ts', 'g.jsx']) {
      assert.equal(textKindOf(path), 'code', path);
    }
  });

  it('returns `data` for other files, and for text that is not from a file', () => {
    for (const path of ['', '.env', 'a.json', 'b.yml', 'c.ini', 'd.log', 'ts', 'a.ts/config', 'e.tsv']) {
      assert.equal(textKindOf(path), 'data', path);
    }
  });
});
