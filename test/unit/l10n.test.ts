import assert from 'node:assert/strict';
import { readFileSync, globSync } from 'node:fs';
import { extname } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';

describe('Texts for translators', () => {
  it('are all in the bundle, and no others (npm run l10n)', async () => {
    const files = globSync('src/**/*.ts', { exclude: ['**/*.d.ts'] });
    const sources = files.map((file) => ({ extension: extname(file), contents: readFileSync(file, 'utf8') }));
    const texts = await getL10nJson(sources);
    assert.deepEqual(JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')), texts);
  });
});
