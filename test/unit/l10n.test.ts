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
    // The extraction takes about 0.2 s of processor time for each file with texts.
  }).timeout(120_000);

  it('are found in every file, also where l10n is handed over: only files that import vscode are searched', () => {
    const bundle = JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')) as Readonly<Record<string, string>>;
    for (const file of globSync('src/**/*.ts')) {
      const asked = readFileSync(file, 'utf8').matchAll(/\bl10n\.t\(\s*'([^']+)'/g);
      for (const [, text = ''] of asked) assert.ok(text in bundle, `${file}: ${text}`);
    }
  });
});
