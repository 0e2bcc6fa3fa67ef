import { strict as assert } from 'node:assert';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');

describe('CONTRIBUTING.md', () => {
  it('names only existing paths in src, test, media and l10n', () => {
    const paths = [...text.matchAll(/`((?:src|test|media|l10n)\/[^`\s]*)`/g)].map(([, path = '']) => path);
    assert.ok(paths.length > 80);
    assert.deepEqual(
      paths.filter((path) => globSync(path, { cwd: project }).length === 0),
      [],
    );
  });

  it('names each folder of src that contains more than two files', () => {
    const folders = globSync('src/**/', { cwd: project }).filter(
      (folder) => globSync('*.ts', { cwd: join(project, folder) }).length > 2,
    );
    assert.ok(folders.length > 30);
    assert.deepEqual(
      folders.filter((folder) => !text.includes(`\`${folder.replaceAll('\\', '/')}/\``)),
      [],
    );
  });

  it('names, in each step of its guided tour, a function, method or class that the step’s file defines', () => {
    const steps = [...text.matchAll(/^\d+\. `(src\/[^`]+)`: `(\w+)`/gm)];
    assert.ok(steps.length > 20);
    for (const [, file = '', name = ''] of steps) {
      const definition = new RegExp(`(function\\*?|class|readonly|async) ${name}\\b|^ +(function )?${name}\\(`, 'm');
      assert.match(readFileSync(join(project, file), 'utf8'), definition, `${file}: ${name}`);
    }
  });

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { scripts: object };
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    assert.deepEqual(
      named.filter((name) => !(name in scripts)),
      [],
    );
  });
});
