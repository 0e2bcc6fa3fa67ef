import { strict as assert } from 'node:assert';
import { findCredentialForms } from '../../../../src/chat/secrets/credentialForms.ts';
import type { TextKind } from '../../../../src/chat/secrets/secretRule.ts';
import { randomTexts } from './tokenSamples.ts';

const seed = 14;

/** In each line, the value between `‹` and `›` is a credential. Lines without these marks have no credential. */
function assertCredentials(kind: TextKind, lines: readonly string[]): void {
  for (const line of lines) {
    const values = [...line.matchAll(/‹(?<value>.*?)›/gs)].map(({ groups }) => groups?.['value']);
    assert.deepEqual([...findCredentialForms(line.replaceAll(/[‹›]/g, ''), kind)], values, line);
  }
}

/** Asserts that the lines have the marked credentials as code and as data. */
function assertInBoth(lines: readonly string[]): void {
  assertCredentials('code', lines);
  assertCredentials('data', lines);
}

describe('findCredentialForms', () => {
  const random = (pattern: string) => randomTexts(pattern, 1, seed).join('');
  const base62 = (length: number) => random(`[A-Za-z\\d]{${length}}`);
  const upper = (length: number) => random(`[A-Z\\d]{${length}}`);

  it('finds private keys that have at least six different characters', () => {
    const key = (start: string, type = 'RSA PRIVATE KEY') => ['-----BEGIN ', `${type}-----\n${start}`].join('');
    assertInBoth([key('‹abcdefabcdefabcdefabcdef›'), key('abcdeabcdeabcdeabcdeabcd')]);
    assertInBoth([key('‹abcdefabcdefabcdefabcdef›', 'PRIVATE KEY'), key('abcdefabcdefabcdefabcdef', 'CERTIFICATE')]);
    assertInBoth(['‹---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----›', `‹AGE-SECRET-KEY-1${upper(58)}›`]);
    assertInBoth(['PuTTY-User-Key-File-3: ‹ssh-ed25519›\nEncryption: none']);
  });

  it('finds private keys in Base64, but no certificates', () => {
    const body = base62(100);
    const toBase64 = (type: string, length: number) => btoa(`-----BEGIN ${type}-----\n${body}`).slice(0, length);
    for (let length = 54; length <= 100; length += 1) {
      assertInBoth([`a: ‹${toBase64('RSA PRIVATE KEY', length)}›\n`, `a: ${toBase64('CERTIFICATE', length)}\n`]);
    }
    assertInBoth([`‹${toBase64('ENCRYPTED PRIVATE KEY', 134)}›`]);
  });

  it('finds passwords in addresses; in code, only long passwords that are not words', () => {
    assertCredentials('data', [
      'https://a:‹kqzw›@b.internal',
      'https://a:8080:90@b.internal',
      'https://a:secret@b.internal',
    ]);
    assertCredentials('code', ['https://a:‹kqzw!4ab›@b.internal', 'https://a:kqzw!4a@b.internal']);
    assertCredentials('code', ['https://a:kqzwmvbtk@b.internal', 'https://a:changeme@b.internal']);
    assertInBoth(['https://a:kqzw!4ab@example.com', 'https://a:8080/b@c', 'https://a.internal:kqzw!4ab']);
  });

  it('finds tokens in headers', () => {
    assertInBoth(['Authorization: Bearer ‹a1b2c3d4e5f6›', 'token "‹a1b2c3d4e5f6›"', 'bearer of-the-good-news']);
  });

  it('finds passwords in connection strings, but no words in code', () => {
    assertInBoth(['Server=a;Password=‹kqzw!48›;', '"Server=a;Pwd=‹kqzw!48›"', 'Server=a;Password=changeme;']);
    assertCredentials('data', ['Server=a;Password=‹kqzwmvbt›;']);
    assertCredentials('code', ['Server=a;Password=kqzwmvbt;']);
  });

  it('finds passwords in SQL, but no words in code', () => {
    assertInBoth(["WITH PASSWORD '‹kqzw!48›'", "identified by '‹kqzw!48›'", "PASSWORD 'changeme'"]);
    assertCredentials('data', ["PASSWORD '‹kqzwmvbt›'"]);
    assertCredentials('code', ["PASSWORD 'kqzwmvbt'"]);
  });

  it('finds the keys of Azure, and the signatures of its addresses', () => {
    assertInBoth([`AccountKey=‹${base62(86)}==›`, `SharedAccessKey=‹${base62(43)}=›`, `a?sig=‹${base62(43)}›`]);
    assertInBoth([`AccountKey=${'a'.repeat(86)}==`, `SharedAccessKey=${'a'.repeat(43)}=`, `a?sig=${'a'.repeat(43)}`]);
  });

  it('finds passwords in the configuration files of netrc, Docker, npm and NuGet', () => {
    assertInBoth([
      'machine a login b password ‹kqzw›',
      'default login b password ‹kqzw›',
      'machine a login b password pass',
    ]);
    assertInBoth([`"auth": "‹${btoa('a:kqzwmvbt')}›"`, `_auth=‹${btoa('a:kqzwmvbt')}›`, 'npmAuthIdent: ‹robot:kqzw›']);
    assertInBoth([`"auth": "${btoa('kqzwmvbt')}"`, '"auth": "kqzw.mvbt-not-base64"', 'npmAuthIdent: your-name:kqzw']);
    assertInBoth([
      '"auth": "automatic"',
      `"identitytoken": "‹${base62(20)}›"`,
      `"registrytoken": "${'ab'.repeat(10)}"`,
    ]);
    assertInBoth(['<add key="ClearTextPassword" value="‹kqzwmv›" />', '<add key="Password" value="changeme" />']);
  });

  it('finds a user name with a password in the arguments `-u` and `--user`; the password starts after the first colon', () => {
    assertInBoth(['curl -u ‹robot:k1234›', "curl --user '‹robot:kqzw!48›'", 'curl --user=‹robot:Kqzw:1000› a']);
    assertInBoth([
      'docker run -u 1000:1000 a',
      'curl -u robot:letmein',
      'curl -u robot:Password1',
      'curl -u robot:${PASS1}',
    ]);
  });

  it('finds a token that is the user’s name of a command, and a login in Base64 whose password is not a word', () => {
    assertInBoth(['curl -u ‹kqzw!48b›: a', 'curl -u "‹kqzw!48b›:" a', 'curl -u kqzwmvbt: a', 'curl -u kqzw!48: a']);
    assertInBoth([`Basic ‹${btoa('user:Wasps!')}›`, `Basic ${btoa('user:pass')}`]);
  });

  it('finds the passwords of other arguments of commands', () => {
    assertInBoth(['sshpass -p ‹kqzw› ssh a', 'docker login -u a -p ‹kqzw› b', 'sshpass -p secret ssh a']);
    assertInBoth([
      'run --password ‹kqzw!4›',
      'run --api-key ‹QzKwXvBjTmRpLsDf›',
      'run --token kqzwmvbt',
      'ENV KEY ‹kqzw!4›',
    ]);
    assertInBoth(['mysql -u a -p‹kqzw!4› b', 'mysqldump -p‹kqzw!4›', 'mysql -u a -pkqzwmvbt b', 'mysql -u a -p']);
  });

  it('finds the secret parts of the addresses of webhooks', () => {
    assertInBoth([
      `https://hooks.slack.com/services/‹T${upper(8)}/B${upper(8)}/${base62(24)}›`,
      `https://hooks.slack.com/services/${'X'.repeat(9)}/${'X'.repeat(9)}/${'X'.repeat(24)}`,
      `https://hooks.slack.com/triggers/‹${random('[a-z\\d]{43}')}›`,
      `https://hooks.slack.com/triggers/${random('[a-z\\d]{42}')}`,
      `https://discord.com/api/webhooks/123456789012345678/‹${base62(68)}›`,
      `https://discord.com/api/webhooks/123456789012345678/${'x'.repeat(68)}`,
      `https://a.webhook.office.com/webhookb2/‹${base62(36)}/IncomingWebhook/${base62(32)}›`,
    ]);
  });

  it('finds the credentials of Contribsys and the sessions of GitLab', () => {
    assertInBoth([
      'BUNDLE_ENTERPRISE__CONTRIBSYS__COM: ‹0f1e2d3c:4b5a6978›',
      'https://‹cafebabe:deadbeef›@gems.contribsys.com/',
      `_gitlab_session=‹${'0f1e2d3c'.repeat(4)}›`,
    ]);
  });

  it('finds keys after the names of Sourcegraph and Sumo Logic', () => {
    const hex = random('[a-f\\d]{40}');
    assertInBoth([`sourcegraph: ‹${hex}›`, `sourcegraph: ${hex.slice(1)}`, `otherSource: ${hex}`]);
    assertInBoth(["SUMO_ID = '‹suabcdefghijk1›'", 'sumo superintendent', "OTHER_ID = 'suabcdefghijk1'"]);
  });

  it('finds the salts of WordPress, and no sentences of short words', () => {
    assertInBoth([`define('AUTH_KEY', '‹a1 b2 c3 d4 ${'e5+f6 '.repeat(8)}›');`]);
    assertInBoth(["define('AUTH_KEY', 'Do as we do it in a Zoo if we go to an Ox or so we do');"]);
    assertInBoth(["define('AUTH_KEY', 'put your unique phrase here 1 2 3 a4 b5 c6 d7');"]);
  });
});
