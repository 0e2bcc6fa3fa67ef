import { strict as assert } from 'node:assert';
import { looksSecret } from '../../../../src/chat/messages/looksSecret.ts';

// The keys are assembled from parts, so that secret scanners do not report this file.
const join = (...parts: readonly string[]) => parts.join('');
const keys: readonly string[] = [
  join('-----BEGIN RSA PRIVATE', ' KEY-----\nMIIE'),
  join('-----BEGIN PRIVATE', ' KEY-----'),
  join('AKIA', 'IOSFODNN7EXAMPLE'),
  join('ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'),
  join('glpat-', 'a1B2c3D4e5F6g7H8i9J0'),
  join('key = sk-', 'proj-a1B2c3D4e5F6g7H8i9J0k1L2'),
  join('sk-', 'ant-api03-a1B2c3D4e5F6g7H8i9J0'),
  join('sk_live_', 'a1B2c3D4e5F6g7H8i9J0'),
  join('xoxb-', '1234567890-abcdef'),
  join('AIza', 'SyA1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q'),
  join('Bearer eyJ', 'hbGciOiJIUzI1NiJ9.eyJ', 'zdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'),
  `const apiKey = "${join('9f8e7d6c5b4a', '39281706f5e4d3c2')}";`,
  `"client_secret": "${join('GOCSPX', '-a1b2c3d4e5f6g7h8')}"`,
  join('postgres://admin:', 'hunter2hunter2@db.example.com/shop'),
];

describe('looksSecret', () => {
  it('returns true for names of files that usually hold secrets', () => {
    for (const path of [
      '.env',
      'app/.env',
      '.env.local',
      'prod.env',
      'certs/server.pem',
      'tls.key',
      '.ssh/id_ed25519',
      '.npmrc',
      'aws/credentials',
      'config/secrets.yaml',
      'home/me/.ssh/id_rsa',
      'client_secret.json',
    ]) {
      assert.equal(looksSecret(path, 'x'), true, path);
    }
  });

  it('returns true for a text that contains a key or password', () => {
    for (const key of keys) assert.equal(looksSecret('notes.md', `some text\n${key}\nmore`), true, key);
  });

  it('returns false for template files, for names similar to those of secret files, and for text about secrets', () => {
    for (const path of [
      '.env.example',
      '.env.sample',
      'src/environment.ts',
      'src/secrets.ts',
      'id_rsa.ts',
      'keyboard.ts',
      'docs/credentials.md',
    ]) {
      assert.equal(looksSecret(path, 'x'), false, path);
    }
    const harmless = [
      'const apiKey = process.env["API_KEY"];',
      'password: "your password here"',
      'token = "${{ secrets.GITHUB_TOKEN_2 }}"',
      'the sk-learn-extensions-of-the-year',
      'https://example.com/a:b@c',
      'const token: string = await askForTheToken();',
    ];
    for (const text of harmless) assert.equal(looksSecret('a.ts', text), false, text);
  });

  it('does not backtrack catastrophically on long hostile texts', () => {
    for (const text of [
      'eyJ'.repeat(300_000),
      'eyJ-'.repeat(200_000),
      'token'.repeat(200_000),
      'token="'.repeat(150_000),
      `sk-${'a-'.repeat(500_000)}`,
      '://a:'.repeat(200_000),
      '-----BEGIN A '.repeat(80_000),
    ]) {
      assert.equal(looksSecret('a.ts', text), false);
    }
  });
});
