import assert from 'node:assert/strict';
import { readFileSync, globSync } from 'node:fs';
import { extname } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';

describe('The exported texts in l10n/bundle.l10n.json', () => {
  it('are exactly the texts that the l10n export finds in src', async () => {
    const files = globSync('src/**/*.ts', { exclude: ['**/*.d.ts'] });
    const sources = files.map((file) => ({ extension: extname(file), contents: readFileSync(file, 'utf8') }));
    const texts = await getL10nJson(sources);
    // If this assertion fails, run `npm run l10n`, which exports the texts again.
    assert.deepEqual(JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')), texts);
    // The export takes about 0.2 s of processor time for each file with texts.
  }).timeout(120_000);

  it('include the text of each `l10n.t` call, even in files that the l10n export does not search', () => {
    const bundle = JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')) as Readonly<Record<string, string>>;
    // The export searches only files that import vscode or @vscode/l10n, not files that get l10n as a parameter.
    for (const file of globSync('src/**/*.ts')) {
      const calls = readFileSync(file, 'utf8').matchAll(/\bl10n\.t\(\s*'([^']+)'/g);
      for (const [, text = ''] of calls) assert.ok(text in bundle, `${file}: ${text}`);
    }
  });
});

describe('The texts in the bundle that count things', () => {
  it('have a form for each plural category, because a translation may need it', () => {
    const keys = Object.keys(JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')) as object);
    const nouns =
      'attachments|blocks|cells|changes|cursors|days|drafts|edits|exchanges|files|folders|keys|lines|links|messages|parts|replies|requests|rows|secrets|sessions|times|tokens|windows';
    const count = new RegExp(`\\{\\d\\} (?:\\S+ )?(?:${nouns})\\b`);
    // The number of the trial's tokens is a constant, and “changes” is a verb.
    const countsNothing = (key: string) => /^(?:Trial: |The proposed change of )/.test(key);
    const missing = keys
      .filter((key) => !/\/(few|many)$/.test(key) && count.test(key) && !countsNothing(key))
      .filter((key) => !keys.includes(`${key}/few`) || !keys.includes(`${key}/many`));
    assert.deepEqual(missing, []);
  });
});

describe('The texts in the bundle that begin with a small letter', () => {
  it('are remarks beside a figure, a chip or an entry of a list, and no parts of sentences', () => {
    const keys = Object.keys(JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')) as object);
    assert.deepEqual(
      keys.filter((key) => /^[a-z]/.test(key) && !/\/(?:few|many)$/.test(key)),
      [
        'of the tokens in',
        'at the current rate',
        'not known',
        'at least {0}',
        'not sent',
        'at most {0} token in',
        'at most {0} tokens in',
        'at most {0} out',
        // Stands for the code in the text of a prompt.
        'the selected code',
        'in use',
        'from this workspace',
      ],
    );
  });
});

describe('The texts in the bundle and in package.nls.json', () => {
  it('mark estimates only with ≈', () => {
    const keys = Object.keys(JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')) as object);
    assert.ok(keys.some((key) => key.includes('≈{0}')));
    assert.deepEqual(
      keys.filter((key) => /\b(?:about|approximately|around|circa|roughly) \{|~[$\{]/i.test(key)),
      [],
    );
  });

  it('write the names of commands in title case', () => {
    const texts = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;
    const names = Object.entries(texts).flatMap(([key, name]) => (key.startsWith('command.') ? [name] : []));
    assert.ok(names.length > 30);
    const small = new Set(['as', 'in', 'or', 'to']);
    assert.deepEqual(
      names.filter((name) => name.split(' ').some((word) => !small.has(word) && !/^[A-Z]/.test(word))),
      [],
    );
  });

  it('call the base URL and the balance only by these names', () => {
    const texts = ['l10n/bundle.l10n.json', 'package.nls.json'].flatMap((file) =>
      Object.values(JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>),
    );
    assert.deepEqual(
      texts.filter((text) => /\b(address|credit)/i.test(JSON.stringify(text))),
      [],
    );
  });
});
