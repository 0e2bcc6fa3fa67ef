import { strict as assert } from 'node:assert';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findSecrets } from '../../../../src/chat/secrets/findSecrets.ts';
import { hostileTexts } from './hostileTexts.ts';
import { publishedKinds } from './publishedFormats.ts';
import { secretKinds } from './secretSamples.ts';
import { randomTexts } from './tokenSamples.ts';
import { countTurns } from '../../eventLoopTurns.ts';

describe('findSecrets', () => {
  for (const { name, path: file, samples } of secretKinds(14)) {
    it(`finds at least 95 % of the samples of the kind ${name}`, async () => {
      const missed: string[] = [];
      for (const sample of samples) {
        if ((await findSecrets(file, `First line\n${sample}\nlast line`)).size === 0) missed.push(sample);
      }
      assert.ok(missed.length <= samples.length * 0.05, `${missed.length} missed, for example ${missed[0]}`);
    });
  }

  it('finds at least 95 % of the samples of each kind that gitleaks or secretlint documents', async () => {
    const kinds = publishedKinds(14);
    assert.ok(kinds.length > 200);
    const below: string[] = [];
    for (const { name, path: file, samples } of kinds) {
      const missed: string[] = [];
      for (const sample of samples) if ((await findSecrets(file, sample)).size === 0) missed.push(sample);
      if (missed.length > samples.length * 0.05)
        below.push(`${name}: ${missed.length} of ${samples.length} missed, for example ${missed[0]}`);
    }
    assert.deepEqual(below, []);
  });

  it('returns each secret once, and the path of a file that usually holds secrets', async () => {
    const key = ['ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
    assert.deepEqual([...(await findSecrets('', `${key} and ${key}`))], [key]);
    assert.deepEqual([...(await findSecrets('app/.env', 'x'))], ['app/.env']);
    assert.equal((await findSecrets('app/main.ts', 'x')).size, 0);
  });

  it('finds each of several tokens, and a token after a placeholder of the same format', async () => {
    const bot = (text: string) => `1234567890:AA${text}`;
    const [one, two] = [bot('a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q'), bot('q6P5o4N3m2L1k0J9i8H7g6F5e4D3c2B1a')];
    const found = await findSecrets('', `${bot('x'.repeat(33))}\n${one}\n${two}`);
    assert.deepEqual([...found].toSorted(), [one, two]);
  });

  it('returns nothing for placeholders, variables, expressions and text about secrets', async () => {
    const harmless: readonly (readonly [path: string, text: string])[] = [
      ['a.ts', 'const apiKey = process.env["API_KEY"];'],
      ['a.ts', 'const token: string = await askForTheToken();'],
      ['a.ts', "input.type = 'password'; const passwordLabel = 'Password2';"],
      ['a.ts', "const password = decrypt(stored.password, 'utf-8');"],
      ['a.yml', 'password: "your password here"\ntoken: "${{ secrets.GITHUB_TOKEN_2 }}"'],
      ['a.yml', 'DB_PASSWORD: ${DB_PASSWORD}\npassword: <password>\nsecretName: shop-tls-1'],
      ['.npmrc.example', '//registry.npmjs.org/:_authToken=${NPM_TOKEN}'],
      ['de.json', '{ "password": "Passwort", "token": "Zeichen" }'],
      ['README.md', 'postgres://user:password@localhost/db and https://user:pass@example.com'],
      ['README.md', 'hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx or sk-learn-extensions-of-the-year'],
      ['', 'The password is submitted, and the token is refreshed. Use --password-file or --token <token>.'],
      ['', 'How do I reset my password? The token is refreshed after 3600 seconds.'],
      ['', 'https://example.com/a:b@c'],
    ];
    for (const [file, text] of harmless) assert.deepEqual([...(await findSecrets(file, text))], [], text);
  });

  it('returns at most 50 entries, including the path of a file that usually holds secrets', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `password=kqzw!${100 + index}\n`);
    const expected = lines.slice(0, 50).map((line) => line.slice('password='.length, -1));
    assert.deepEqual([...(await findSecrets('', lines.join('')))], expected);
    assert.deepEqual([...(await findSecrets('.env', lines.join('')))], ['.env', ...expected.slice(0, 49)]);
    assert.deepEqual([...(await findSecrets('', lines.join(' '.repeat(500))))], expected);
  });

  it('finds nothing in sentences with random words of 1 to 400 letters and digits', async () => {
    const seed = 14;
    const words = randomTexts('[A-Za-z\\d]{400}', 40, seed);
    for (let length = 1; length <= 400; length += 1) {
      const word = words[length % words.length] ?? '';
      const text = `The words ${word.slice(0, length)} and "${word.slice(-length)}" are random.`;
      assert.deepEqual([...(await findSecrets('', text))], [], `seed ${seed}: ${text}`);
    }
  });

  it('finds a secret at positions around the end of the first window (searched part) of a long text', async () => {
    const key = ['glpat-', 'a1B2c3D4e5F6g7H8i9J0'].join('');
    for (let position = 14_000; position < 17_000; position += 7) {
      const text = `${' \n'.repeat(position / 2)}${key}${' \n'.repeat(20_000)}`;
      assert.ok((await findSecrets('', text)).has(key), String(position));
    }
  });

  it('finds a JSON Web Token of 3,000 characters at positions around the end of the first window', async () => {
    const token = ['ey', 'JhbGciOiJSUzI1NiJ9', '.ey', 'aB3dE5'.repeat(490), '.sig'].join('');
    for (let before = 13_000; before < 16_400; before += 300) {
      const found = await findSecrets('a.ts', `${' '.repeat(before)}${token}${' '.repeat(20_000)}`);
      assert.ok(found.size > 0, `${before}`);
    }
  });

  it('does not let a comment in a file switch rules off', async () => {
    const key = ['figd_', 'a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0k1'].join('');
    assert.equal((await findSecrets('a.ts', `/* secretlint-disable */ const a = '${key}';`)).size, 1);
  });

  it('searches a long text in windows, and handles other events between two windows', async () => {
    // The text is searched in 14 windows.
    const [, turns] = await countTurns(async () => findSecrets('', 'A line of text.\n'.repeat(12_500)));
    assert.ok(turns >= 13, String(turns));
  });

  // With catastrophic backtracking, the test would exceed Mocha's timeout. A benchmark measures the time.
  it('searches hostile texts to their end', async () => {
    for (const text of hostileTexts) for (const file of ['', 'a.ts']) await findSecrets(file, text.slice(0, 200_000));
  });

  it('reports at most one in 1,000 source files of this repository, apart from files that contain keys', async () => {
    const root = path.join(import.meta.dirname, '../../../..');
    const sources = globSync('{src,test}/**/*.{ts,cjs,json,md,css}', { cwd: root });
    const reported: string[] = [];
    for (const file of sources) {
      if ((await findSecrets(file, await readFile(path.join(root, file), 'utf8'))).size > 0) reported.push(file);
    }
    // These files and the tests in this folder contain keys that look real, or formats of keys.
    const withKeys = [
      'src/chat/secrets/credentialForms.ts',
      'test/ui/installedTally.ts',
      'test/unit/api/errorBody.test.ts',
      'test/unit/api/network/testCertificates.ts',
      'test/unit/api/redact.test.ts',
      'test/unit/api/redirectTarget.test.ts',
    ];
    const falseAlarms = reported.filter(
      (file) => !withKeys.includes(file) && !file.startsWith('test/unit/chat/secrets/'),
    );
    assert.ok(falseAlarms.length <= sources.length / 1_000, falseAlarms.join(', '));
  });
});
