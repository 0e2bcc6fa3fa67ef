import { strict as assert } from 'node:assert';
import { findTokens } from '../../../../src/chat/secrets/tokenFormats.ts';
import { randomTexts, shortestTokens } from './tokenSamples.ts';

const seed = 14;

describe('findTokens', () => {
  const tokens = shortestTokens(seed);
  const find = (text: string) => [...findTokens(text, 'data')];

  it('finds the shortest token of each format in sentences, quotes, brackets and after an equals sign', () => {
    for (const { before, marker, rest } of tokens) {
      const token = before + marker + rest;
      for (const text of [token, `The key is ${token}, keep it.`, `"${token}"`, `(${token})`, `a=${token}\nb`]) {
        assert.deepEqual(find(text), [token], `seed ${seed}: ${text}`);
      }
    }
  });

  it('finds no token if the fixed part of the format is missing', () => {
    for (const { before, marker, rest } of tokens) {
      assert.deepEqual(find(`The key is ${before}${rest}, keep it.`), [], `seed ${seed}: ${marker}`);
    }
  });

  it('finds no token if the last character of a shortest token is missing', () => {
    for (const { before, marker, rest } of tokens) {
      const text = `The key is ${(before + marker + rest).slice(0, -1)}, keep it.`;
      assert.deepEqual(find(text), [], `seed ${seed}: ${text}`);
    }
  });

  it('finds no token at the end of a longer word', () => {
    for (const { before, marker, rest } of tokens) {
      const text = `The key is a${before}${marker}${rest}, keep it.`;
      assert.deepEqual(find(text), [], `seed ${seed}: ${text}`);
    }
  });

  it('finds no token in random words of 1 to 400 letters and digits', () => {
    const words = randomTexts('[A-Za-z\\d]{400}', 40, seed);
    for (let length = 1; length <= 400; length += 1) {
      const word = words[length % words.length] ?? '';
      const text = `The words ${word.slice(0, length)} and "${word.slice(-length)}" are random.`;
      assert.deepEqual(find(text), [], `seed ${seed}: ${text}`);
    }
  });

  it('finds no token in words that start like tokens, but lack a digit or an upper-case letter', () => {
    for (const text of [
      'sk-learn-extensions-of-the-whole-year',
      's.transformTheWholeDocument',
      '00-a-title-of-words-in-lower-case-letters-',
    ]) {
      assert.deepEqual(find(text), [], text);
    }
  });

  it('finds no token if the part after the fixed start has fewer than five different characters', () => {
    const start = 'ghp_';
    assert.deepEqual(find(`${start}${'x'.repeat(36)} and ${start}${'abcd'.repeat(9)}`), []);
    assert.deepEqual(find(`${start}${'abcde'.repeat(7)}a`), [`${start}${'abcde'.repeat(7)}a`]);
  });
});
