import assert from 'node:assert/strict';
import {
  countHiddenCharacters,
  decidedLength,
  describeHiddenCharacter,
  hiddenCharactersIn,
  removeHiddenCharacters,
  splitCode,
} from '../../../../src/common/code/hiddenCharacters.ts';

const controls = [...range(0x00, 0x1f), ...range(0x7f, 0x9f)].filter((code) => !'\t\n\r'.includes(character(code)));
const bidirectional = [...range(0x202a, 0x202e), ...range(0x2066, 0x2069), 0x200e, 0x200f, 0x061c];
const invisible = [0x200b, 0x200c, 0x200d, 0x2060, 0xad, 0xfeff, 0x034f, 0x3164, 0x2028, 0x2029, 0xe0001, 0xe0041];

describe('hiddenCharactersIn', () => {
  it('finds control, bidirectional and invisible characters, at any place', () => {
    for (const code of [...controls, ...bidirectional, ...invisible]) {
      const hidden = character(code);
      for (const text of [hidden, `a${hidden}`, `${hidden}b`, `if (a${hidden}b)`])
        assert.deepEqual(found(text), [code], `${code.toString(16)} in ${JSON.stringify(text)}`);
    }
  });

  it('finds nothing in tabs, line breaks and visible text of any script', () => {
    assert.deepEqual(found('\tif (a) {\r\n\n}\r'), []);
    assert.deepEqual(found('Größe שלום مرحبا สวัสดี 한국어 漢字 \u00a0\u3000 ×²½€\u0301 🙂'), []);
  });

  it('finds nothing in emoji that need joiners, variation selectors or tags', () => {
    for (const emoji of ['👩‍💻', '👨🏽‍🚀', '❤️‍🔥', '👩‍❤️‍💋‍👨', '1️⃣', '#️⃣', '☎︎', '🏳️‍🌈', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇩🇪'])
      assert.deepEqual(found(`say("${emoji}")`), [], emoji);
  });

  it('finds nothing in words that need joiners', () => {
    const words = ['می‌خواهم', 'خانه‌ها', 'ه‍', 'क्‍ष', 'क्‌ष', 'അവന്‍', 'র‍্যা', 'ශ්‍රී', 'ᠮᠣᠩᠭᠣᠯ᠋', '葛󠄀'];
    for (const word of words) assert.deepEqual(found(`say("${word}")`), [], word);
  });

  it('finds joiners, variation selectors and tags where no emoji or word needs them', () => {
    const cases: readonly (readonly [string, readonly number[]])[] = [
      ['user\u200cname', [0x200c]],
      ['user\u200dname', [0x200d]],
      ['م\u200c\u200cی', [0x200c, 0x200c]],
      ['م\u200c(', [0x200c]],
      ['👩\u200d', [0x200d]],
      ['👩\u200dx', [0x200d]],
      ['x\u200d💻', [0x200d]],
      ['a\ufe0f', [0xfe0f]],
      ['1\ufe0f', [0xfe0f]],
      ['❤\ufe0f\ufe0f\ufe01', [0xfe0f, 0xfe01]],
      ['🙂\u{e0061}\u{e007f}', [0xe0061, 0xe007f]],
      [`🏴${'\u{e0061}'.repeat(8)}`, [0xe0061]],
    ];
    for (const [text, expected] of cases) assert.deepEqual(found(text), expected, JSON.stringify(text));
  });

  it('searches only the given range, but takes the characters around the range into account', () => {
    assert.deepEqual([...hiddenCharactersIn('\u202ea\u202eb\u202e', 1, 4)], [{ offset: 2, character: '\u202e' }]);
    assert.deepEqual([...hiddenCharactersIn('👩\u200d💻', 2, 3)], []);
  });
});

describe('splitCode', () => {
  it('separates hidden characters from visible text, without empty runs', () => {
    assert.deepEqual(splitCode('ab\u202e\u{e0041}c', 0, 6, 9), [
      { text: 'ab', isHidden: false },
      { text: '\u202e', isHidden: true },
      { text: '\u{e0041}', isHidden: true },
      { text: 'c', isHidden: false },
    ]);
    assert.deepEqual(splitCode('', 0, 0, 9), []);
  });

  it('replaces the hidden characters after the first `maxHidden` by U+FFFD, and keeps the length of the text', () => {
    assert.deepEqual(splitCode('\u202ea\u202eb\u{e0041}c', 0, 7, 1), [
      { text: '\u202e', isHidden: true },
      { text: 'a\ufffdb\ufffd\ufffdc', isHidden: false },
    ]);
  });
});

describe('countHiddenCharacters and removeHiddenCharacters', () => {
  it('count and remove all hidden characters of code', () => {
    const code = 'a\u202e\u001b[31m\u200bb\u202e';
    assert.deepEqual(
      [...countHiddenCharacters(code, 'code')],
      [
        ['\u202e', 2],
        ['\u001b', 1],
        ['\u200b', 1],
      ],
    );
    assert.equal(removeHiddenCharacters(code, 'code'), 'a[31mb');
  });

  it('ignore hidden characters that are usual in prose if the text is prose', () => {
    const prose = '\ufeffSil\u00adben, \u200eשלום\u200f\u200b\u001b\u2067';
    assert.deepEqual([...countHiddenCharacters(prose, 'prose').keys()], ['\u001b', '\u2067']);
    assert.equal(removeHiddenCharacters(prose, 'prose'), '\ufeffSil\u00adben, \u200eשלום\u200f\u200b');
  });
});

describe('decidedLength', () => {
  it('excludes the last code unit if the next one decides whether it is hidden, or completes its surrogate pair', () => {
    assert.deepEqual(
      ['', 'ab', 'a\u200d', 'a\u200c', 'a\ufe0f', 'a\ud83d', 'a🙂', 'a\u202e'].map(decidedLength),
      [0, 2, 1, 1, 1, 1, 3, 2],
    );
  });

  it('excludes a joiner before the first half of a surrogate pair, because the pair decides whether it is hidden', () => {
    assert.equal(decidedLength('👩\u200d\ud83d'), 2);
    assert.equal(decidedLength('1\ufe0e'), 1);
  });
});

describe('describeHiddenCharacter', () => {
  it('returns the code point, and the name if it is known', () => {
    assert.deepEqual(['\u202e', '\u001b', '\u0001', '\ufe00', '\u{e0041}', '\u180b'].map(describeHiddenCharacter), [
      'U+202E right-to-left override',
      'U+001B escape',
      'U+0001 control character',
      'U+FE00 variation selector',
      'U+E0041 tag character',
      'U+180B',
    ]);
  });
});

function found(text: string): readonly (number | undefined)[] {
  return [...hiddenCharactersIn(text)].map(({ character }) => character.codePointAt(0));
}

function character(code: number): string {
  return String.fromCodePoint(code);
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
