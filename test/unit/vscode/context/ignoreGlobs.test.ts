import { strict as assert } from 'node:assert';
import { ignoreGlobs } from '../../../../src/vscode/context/ignoreGlobs.ts';

describe('the globs of a .gitignore', () => {
  it('leave out a name anywhere, with all below it', () => {
    assert.deepEqual(ignoreGlobs('dist/\n*.log\n'), ['**/dist', '**/dist/**', '**/*.log', '**/*.log/**']);
  });

  it('are tied to the folder by a slash', () => {
    assert.deepEqual(ignoreGlobs('/out\r\ndocs/api\n**/tmp/**'), ['out', 'out/**', 'docs/api', 'docs/api/**', '**/tmp', '**/tmp/**']);
  });

  it('never leave out everything, nor what only git can read', () => {
    assert.deepEqual(ignoreGlobs('# all\n\n*\n/**\n!keep\na\\ b\n{a,b}\n/'), []);
  });
});
