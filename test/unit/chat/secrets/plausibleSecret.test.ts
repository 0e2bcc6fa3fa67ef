import { strict as assert } from 'node:assert';
import {
  isFiller,
  isPlaceholder,
  looksLikePassword,
  looksRandom,
} from '../../../../src/chat/secrets/plausibleSecret.ts';

/** Asserts that `predicate` returns `expected` for each of the values. */
function assertEach(predicate: (value: string) => boolean, expected: boolean, values: readonly string[]): void {
  for (const value of values) assert.equal(predicate(value), expected, value);
}

describe('isPlaceholder', () => {
  it('returns true for variables, examples, common words and versions', () => {
    assertEach(isPlaceholder, true, [
      ...['$DB_PASSWORD', '${DB}', '{{ db.password }}', '<the password>', '%DB_PASSWORD%', '[a-z]+', 'process.env.DB'],
      ...['your_token', 'my-secret-key', 'changeme', 'sample1', 'redacted', '1.2.3', '^10.4.1-beta.2'],
      ...['true', 'none', 'password1', 'newPassword', 'root', 'P4ssw0rd', 'sha256'],
    ]);
  });

  it('returns false for a name of a secret or a common word of mixed case that ends with three digits', () => {
    assertEach(isPlaceholder, false, ['mySecret204', 'passW0rd204', 'MyTestKey204!']);
    assertEach(isPlaceholder, true, ['mysecret204', 'mySecret20', 'passw0rd204', 'mySecret204example', 'MYSECRET204']);
  });

  it('returns true for values that repeat few characters, whatever their case is', () => {
    assertEach(isPlaceholder, true, ['kk', 'kkq', 'kkkk', 'kqkq', 'kqzkqz', 'KkQqZz', 'kqz-kqz'.replaceAll('z', 'q')]);
    assertEach(isPlaceholder, false, ['k', 'kq', 'kqz', 'kqzw', 'kqzwkqzw']);
  });
});

describe('isFiller', () => {
  it('returns true for tokens of fewer than five different characters, and for tokens that contain filler text', () => {
    assertEach(isFiller, true, ['', 'abcdabcdabcd', 'a1B2xxxxxxxxc3', 'a1B2XXXXXXXXc3', `a1B2c3${'0'.repeat(12)}`]);
    assertEach(isFiller, true, ['a1B2c3EXAMPLE', 'a1B2c3your']);
    assertEach(isFiller, false, ['abcdeabcde', 'a1B2xxxxxxxc3', `a1B2c3${'0'.repeat(11)}`]);
  });
});

describe('looksLikePassword', () => {
  it('returns true for values that mix two kinds of characters, if one is a digit or a symbol', () => {
    assertEach(looksLikePassword, true, ['kqzw7', 'KQZW7', 'kqzw!', 'Kqzw+', '48!15']);
  });

  it('returns false for words, numbers and placeholders', () => {
    assertEach(looksLikePassword, false, ['kqzwmvbt', 'Kqzwmvbt', 'kqzw-mvbt', '84739210', 'password1', '${db1}']);
  });

  it('returns false for paths, selectors, calls and names of several words', () => {
    assertEach(looksLikePassword, false, [
      ...['shop-name-2', 'shop.name_12', '#shop-name', '/shop1', './shop1', '~/shop1', 'shop1://a', '[shop1]'],
      ...['shop.get1(', 'shop1=>2', 'shop1&&shop2', 'shop1||shop2', 'shop1?.name', 'TheNameOfShop12'],
    ]);
  });
});

describe('looksRandom', () => {
  /** Returns a text without consonants in a row. In the text, letters and digits alternate `changes` times. */
  const mixed = (changes: number, length: number): string => {
    const start = Array.from({ length: Math.floor(changes / 2) }, (_, index) => `${'aeiouy'[index] ?? ''}${index}`);
    const digitAtEnd = changes % 2 === 1 ? '7' : '';
    return (
      start.join('') +
      'adefimosubace'.repeat(length).slice(0, length - 2 * start.length - digitAtEnd.length) +
      digitAtEnd
    );
  };

  it('returns true for UUIDs, even without letters', () => {
    assertEach(looksRandom, true, ['48151623-4210-8451-6234-210845162342', '9F8E7D6C-5B4A-4938-8271-605f4e3d2c1b']);
    assertEach(looksRandom, false, ['48151623-4210-8451-6234-21084516234', '48151623421084516234210845162342']);
  });

  it('requires ten letters and digits, of which eight differ', () => {
    assertEach(looksRandom, true, ['a1b2c3d4a1', 'a1-b2-c3-d4-a1']);
    assertEach(looksRandom, false, ['a1b2c3d4e', 'a1b2c3da1b', 'a1-b2-c3-d4']);
  });

  it('returns true if letters and digits alternate at least three times, and at least nine times per 100 characters', () => {
    assertEach(looksRandom, true, [mixed(3, 12), mixed(3, 33), mixed(9, 100)]);
    assertEach(looksRandom, false, [mixed(0, 12), mixed(1, 12), mixed(2, 12), mixed(3, 34), mixed(9, 101)]);
  });

  it('returns true for at least 16 letters of mixed case, unless words make up almost half of the letters', () => {
    assertEach(looksRandom, true, ['QzKwXvBjTmRpLsDf', 'QzKwXvBjTmRpLsDfabc', 'QzKwXvBjTmRaPlaneted']);
    assertEach(looksRandom, false, ['QzKwXvBjTmRpLsD', 'QzKwXvBjTmRPlanetary', 'camelCaseWordsInLongNames']);
    assertEach(looksRandom, false, ['QZK-WXV-BJT-MRP-LSD-FGH', 'qz-kw-xv-bj-tm-rp-ls-df']);
  });

  it('returns true for five consonants in a row, if the value also contains a digit', () => {
    assertEach(looksRandom, true, ['kqzwmaeiou7']);
    assertEach(looksRandom, false, ['kqzwaeioum7', 'kqzwmaeioub']);
  });

  it('returns false for placeholders, addresses and paths', () => {
    assertEach(looksRandom, false, [
      'your-a1b2c3d4e5',
      'a1b2c3d4e5://a',
      '/a1b2c3d4e5/',
      './a1b2c3d4e5',
      '~/a1b2c3d4e5',
    ]);
  });
});
