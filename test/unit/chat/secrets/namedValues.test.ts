import { strict as assert } from 'node:assert';
import { findNamedValues } from '../../../../src/chat/secrets/namedValues.ts';
import type { TextKind } from '../../../../src/chat/secrets/secretRule.ts';

/** In each line, the value between `‹` and `›` is a secret. Lines without these marks have no secret. */
function assertSecrets(kind: TextKind, lines: readonly string[]): void {
  for (const line of lines) {
    const secrets = [...line.matchAll(/‹(?<value>.*?)›/gs)].map(({ groups }) => groups?.['value']);
    assert.deepEqual([...findNamedValues(line.replaceAll(/[‹›]/g, ''), kind)], secrets, line);
  }
}

describe('findNamedValues', () => {
  it('finds quoted and unquoted values after `=`, `:`, `=>`, `is` and XML tags, and values in pairs of a name and a value', () => {
    assertSecrets('data', [
      ...['password=‹kqzw!48›', 'password = ‹kqzw!48›\n', 'password: ‹kqzw!48›', 'password := "‹kqzw!48›"'],
      ...[
        "'password' => '‹kqzw!48›'",
        '"password": "‹kqzw!48›"',
        '\\"password\\": \\"‹kqzw!48›\\"',
        'password is ‹kqzw!48›',
      ],
      ...['password: |\n  ‹kqzw!48›\n', '<password>‹kqzw!48›</password>', "define('PASSWORD', '‹kqzw!48›');"],
      ...['{"name":"DB_PASSWORD","value":"‹kqzw!48›"}', '- name: DB_PASSWORD\n  value: "‹kqzw!48›"'],
      ...['"name": "DB_PASSWORD", "value": "‹kqzw!48›"', 'password: string = "‹kqzw!48›"'],
    ]);
  });

  it('excludes brackets and commas after an unquoted value', () => {
    assertSecrets('data', ['{password: ‹kqzw!48›}, 1', '[password=‹kqzw!48›]', 'f(password=‹kqzw!48›), 2']);
    assertSecrets('data', ['password: "‹kqzw!48)›"', "password = '‹kqzw!48}›'"]);
  });

  it('finds several values in a text, and values of names that end in a known word', () => {
    assertSecrets('data', [
      'password=‹kqzw!48›\nMY_SMTP_PASS=‹!zwkq84›\n',
      'psk=‹kqzw!48›',
      'sonar.login=‹a1b2c3d4e5f6›',
    ]);
  });

  it('finds nothing if a name has no value', () => {
    assertSecrets('data', ['password', 'The password and the token.', 'password=', 'password: "kqz"', 'password: ""']);
  });

  it('searches inside a quoted value that is not a secret, but not inside a secret', () => {
    assertSecrets('data', ['"token": "https://a.internal/?token=‹a1b2c3d4e5f6›"', 'password="‹token=a1b2c3d4e5f6›"']);
  });

  it('finds nothing if the name describes a public value or a fact about a secret', () => {
    assertSecrets('data', ['tokenUrl: "a1b2c3d4e5f6"', 'csrfToken: "a1b2c3d4e5f6"', 'page_token = a1b2c3d4e5f6']);
    assertSecrets('data', ['publicKey: "a1b2c3d4e5f6"', 'public_key = a1b2c3d4e5f6', 'passwordHint = kqzw!48']);
    assertSecrets('data', [
      'secretString = ‹a1b2c3d4e5f6›',
      'tokenizing = a1b2c3d4e5f6',
      'keyring_token: "‹a1b2c3d4e5f6›"',
    ]);
    assertSecrets('data', ['user_auth: "‹a1b2c3d4e5f6›"', 'auth: "a1b2c3d4e5f6"', 'user_author: "a1b2c3d4e5f6"']);
    assertSecrets('data', ['myToken: "‹a1b2c3d4e5f6›"', 'csrf.myToken: "‹a1b2c3d4e5f6›"']);
  });

  it('finds no placeholders and no expressions', () => {
    assertSecrets('data', ['password=changeme', 'password = ${DB_PASSWORD1}', 'token=your-a1b2c3d4e5f6']);
    assertSecrets('data', ['password=getPassword(1)', 'password = config.password1', 'token=a1b2c3d4e5f6(text)']);
  });

  it('finds keys of at least 12 random characters, and keys of at least 15 digits', () => {
    assertSecrets('data', ['token=‹a1b2c3d4e5f6›', 'token=a1b2c3d4e5f', 'token=whatABeautifulMorning']);
    assertSecrets('data', ['token=‹481516234210845›', 'token=48151623421084']);
  });

  describe('in data', () => {
    it('finds any ASCII password after an equals sign and in XML', () => {
      assertSecrets('data', ['password=‹Kqzw›', 'password := ‹Kqzw›', '<password>‹Kqzw›</password>']);
    });

    it('finds no password that is an address or contains non-ASCII letters', () => {
      assertSecrets('data', ['password=shop1://a', 'password=Kqzwä!48', 'password=schlüssel1']);
    });

    it('finds a long word in lower case after a colon, but not in JSON', () => {
      assertSecrets('data', ['password: ‹kqzwmv›', 'password: kqzwm', 'password: Kqzwmvbt', 'password => Kqzwmvbt']);
      assertSecrets('data', ['password: "‹kqzwmvbt›"', 'password: "kqzwmvb"', 'password: "Kqzwmvbt"']);
      assertSecrets('data', ['"password": "kqzwmvbt"', '"password": "‹kqzw!48›"']);
    });

    it('finds no word after the word `is`', () => {
      assertSecrets('data', ['The password is submitted', 'The password is ‹kqzw!48›']);
    });
  });

  describe('in code', () => {
    it('finds quoted passwords of at least six characters that are not words', () => {
      assertSecrets('code', ['password = "‹kqzw!4›"', 'password = "kqz!4"', 'password = "kqzwmvbt"']);
      assertSecrets('code', ['token = "‹a1b2c3d4e5f6›"', 'token = "kqzw!48"', 'password: "‹kqzw!48›"']);
    });

    it('finds unquoted values after a name in upper case and an equals sign, if there are no spaces', () => {
      assertSecrets('code', ['export DB_PASSWORD=‹kqzw!48›', 'DB_PASSWORD = kqzw!48', 'dbPassword=kqzw!48']);
      assertSecrets('code', ['DB_PASSWORD=kqzwmvbt', 'DB_PASSWORD: kqzw!48', 'db.PASSWORD=kqzw!48']);
    });

    it('finds unquoted keys of at least 16 characters', () => {
      assertSecrets('code', [
        'API_TOKEN=‹a1b2c3d4e5f6g7h8›',
        'API_TOKEN=a1b2c3d4e5f6g7h',
        'API_TOKEN=whatABeautifulMorning',
      ]);
    });

    it('reads at most 60 characters of a name before the word that matches', () => {
      const name = (length: number) => `a${'A'.repeat(length)}PASSWORD`;
      assertSecrets('code', [`${name(60)}=‹kqzw!48›`, `${name(59)}=kqzw!48`]);
    });
  });
});
