import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../hosts/projectPaths.ts';

describe('the style sheets', () => {
  it('do not search the conversation for the focus, which takes time after each change of a long reply', () => {
    const files = globSync('media/*.css', { cwd: projectFolder });
    assert.ok(files.length > 5);
    for (const file of files) {
      const source = readFileSync(join(projectFolder, file), 'utf8').replace(/\/\*.*?\*\//gs, '');
      assert.deepEqual(source.match(/:has\([^{},]*:(?:focus|hover|active)[^{},]*/g), null, file);
    }
  });
});
