import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { containsLetters, matchingSteps, type Gaps } from '../../../src/common/matchingSteps.ts';

/** Counts the partial matches of a word by trying all of them. */
function countPartialMatches(text: string, word: string, { maxLength, isInWord }: Gaps): number {
  const continueAfter = (position: number, letter: number): number => {
    let count = 0;
    for (let next = position + 1; next < text.length && next - position - 1 <= maxLength; next += 1) {
      if (text[next] === word[letter]) count += 1 + continueAfter(next, letter + 1);
      if (isInWord && text[next] === '-') break;
    }
    return count;
  };
  return Array.from(text).reduce((sum, each, at) => sum + (each === word[0] ? 1 + continueAfter(at, 1) : 0), 0);
}

describe('matchingSteps', () => {
  it('returns at least the number of partial matches', () => {
    const gaps = fc.record({ maxLength: fc.constantFrom(0, 2, 40, Infinity), isInWord: fc.boolean() });
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), maxLength: 60 });
    const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(texts, words, gaps, (text, word, allowed) => {
        if (!containsLetters(text, [word])) return;
        const steps = matchingSteps(text, [word], allowed, Infinity);
        assert.ok(steps >= countPartialMatches(text, word, allowed), String(steps));
      }),
    );
  });

  it('counts the ways to match each letter, not only every second letter', () => {
    const text = `aaaa${'b'.repeat(400)}c`;
    assert.ok(matchingSteps(text, ['abc'], { maxLength: Infinity, isInWord: true }, Infinity) >= 4 * 400 * 2);
  });

  it('multiplies the steps of a word by the number of ways to match the words before it', () => {
    const text = 'a'.repeat(100) + 'b'.repeat(100);
    for (const maxLength of [0, 2]) {
      const steps = matchingSteps(text, ['a', 'b'], { maxLength, isInWord: false }, 200_000);
      assert.ok(steps >= 100 * 100, `${steps} with gaps of ${maxLength}`);
    }
  });

  it('returns more than the limit if the number of steps is exponential in the length of the word', () => {
    const text = Array.from('configuratio', (each) => each.repeat(15)).join('');
    const gaps = { maxLength: 40, isInWord: false };
    assert.ok(matchingSteps(text, ['configuration'], gaps, 200_000) > 200_000);
    assert.ok(matchingSteps(text, ['config', 'uratio'], gaps, 200_000) > 200_000);
  });

  it('does not take emoji and letters outside the basic plane for breaks between words', () => {
    for (const between of ['🦀', '𝒳']) {
      const text = Array.from('configur', (each) => (each + between).repeat(10)).join('');
      const gaps = { maxLength: Infinity, isInWord: true };
      assert.ok(matchingSteps(text, ['configurz'], gaps, 200_000) > 200_000, between);
    }
  });

  it('counts a surrogate pair in a gap as one character', () => {
    const gaps = { maxLength: 11, isInWord: false };
    const steps = (between: string) =>
      matchingSteps('a'.repeat(60) + between.repeat(11) + 'b'.repeat(60), ['ab', 'bb'], gaps, 1e9);
    assert.ok(steps('🦀') >= steps('x'), `${steps('🦀')} and ${steps('x')}`);
  });

  it('returns small numbers for usual paths', () => {
    const path = 'packages/editor/src/settings/test/settingseditor.test.ts';
    for (const word of ['settings', 'editor', 'test', 'stest'])
      assert.ok(matchingSteps(path, [word], { maxLength: 40, isInWord: false }, 200_000) < 20_000, word);
  });
});

describe('containsLetters', () => {
  it('returns true if the letters of each word are in the text, in the order of the word', () => {
    assert.equal(containsLetters('group by key', ['grp', 'ky']), true);
    assert.equal(containsLetters('group by key', ['grp', 'yek']), false);
    assert.equal(containsLetters('', ['a']), false);
  });
});
