import assert from 'node:assert/strict';
import {
  codePointOf,
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

/**
 * Code points of characters, and their names from Unicode's NamesList.txt, in lower case. In that file, the names of
 * control characters are aliases, some of which end with an abbreviation such as `(FF)`.
 */
const unicodeNames: readonly string[] = [
  'U+0000 null',
  'U+0007 bell',
  'U+0008 backspace',
  'U+000B line tabulation',
  'U+000C form feed',
  'U+001B escape',
  'U+007F delete',
  'U+0085 next line',
  'U+009B control sequence introducer',
  'U+00AD soft hyphen',
  'U+034F combining grapheme joiner',
  'U+061C arabic letter mark',
  'U+115F hangul choseong filler',
  'U+1160 hangul jungseong filler',
  'U+180E mongolian vowel separator',
  'U+200B zero width space',
  'U+200C zero width non-joiner',
  'U+200D zero width joiner',
  'U+200E left-to-right mark',
  'U+200F right-to-left mark',
  'U+2028 line separator',
  'U+2029 paragraph separator',
  'U+202A left-to-right embedding',
  'U+202B right-to-left embedding',
  'U+202C pop directional formatting',
  'U+202D left-to-right override',
  'U+202E right-to-left override',
  'U+2060 word joiner',
  'U+2061 function application',
  'U+2062 invisible times',
  'U+2063 invisible separator',
  'U+2064 invisible plus',
  'U+2066 left-to-right isolate',
  'U+2067 right-to-left isolate',
  'U+2068 first strong isolate',
  'U+2069 pop directional isolate',
  'U+3164 hangul filler',
  'U+FEFF zero width no-break space',
  'U+FFA0 halfwidth hangul filler',
];

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
      ['م\u200c۔', [0x200c]],
      ['۔\u200dم', [0x200d]],
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

  it('finds variation selectors and tags from the first to the last of their range, unless they are needed', () => {
    const cases: readonly (readonly [needing: string, other: string, first: number, last: number])[] = [
      ['☎', 'a', 0xfe00, 0xfe0f],
      ['ᠨ', 'a', 0x180b, 0x180f],
      ['葛', 'a', 0xe0100, 0xe01ef],
    ];
    for (const [needing, other, first, last] of cases) {
      for (const code of range(first, last)) {
        assert.deepEqual(found(needing + character(code)), [], `${needing} ${code.toString(16)}`);
        assert.deepEqual(found(other + character(code)), [code], `${other} ${code.toString(16)}`);
      }
    }
    for (const code of range(0xe0000, 0xe0fff)) assert.deepEqual(found(`a${character(code)}`), [code]);
    for (const code of [0xe0020, 0xe007f]) assert.deepEqual(found(`🏴${character(code)}`), []);
    for (const code of [0xe001f, 0xe0080]) assert.deepEqual(found(`🏴${character(code)}`), [code]);
    const codeOfRegion = ['\u{e0030}', '\u{e0039}', '\u{e0061}', '\u{e007a}'];
    for (const tag of codeOfRegion) assert.deepEqual(found(`🏴${tag}${tag}\u{e007f}`), []);
    for (const tag of ['\u{e002f}', '\u{e003a}', '\u{e0060}', '\u{e007b}'])
      assert.deepEqual(found(`🏴${tag}\u{e007f}`), [0xe007f], tag.codePointAt(0)?.toString(16));
  });

  it('finds variation selectors after ASCII operators', () => {
    assert.deepEqual(found('"<\ufe00b>" + x=\ufe01'), [0xfe00, 0xfe01]);
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

  it('excludes a variation selector at the end, and a joiner before the first half of a surrogate pair', () => {
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

  it('returns Unicode’s name of each known character', () => {
    for (const described of unicodeNames)
      assert.equal(describeHiddenCharacter(character(parseInt(described.slice(2), 16))), described);
  });

  it('returns `control character`, `variation selector` or `tag character` only within the ranges of Unicode', () => {
    const known = new Set(unicodeNames.map((name) => parseInt(name.slice(2), 16)));
    const ranges: readonly (readonly [name: string, first: number, last: number])[] = [
      ['control character', 0x01, 0x1f],
      ['control character', 0x7f, 0x9f],
      ['variation selector', 0xfe00, 0xfe0f],
      ['tag character', 0xe0001, 0xe007f],
      ['variation selector', 0xe0100, 0xe01ef],
    ];
    for (const [name, first, last] of ranges) {
      for (const code of range(first, last).filter((each) => !known.has(each)))
        assert.equal(describeHiddenCharacter(character(code)), `${codePointOf(character(code))} ${name}`);
    }
    for (const code of [0xa0, 0xfdff, 0xfe10, 0xe0000, 0xe0080, 0xe00ff, 0xe01f0, 0xe0fff])
      assert.equal(describeHiddenCharacter(character(code)), codePointOf(character(code)));
  });
});

describe('codePointOf', () => {
  it('returns at least four hexadecimal digits', () => {
    assert.deepEqual(['\0', '\u00ad', '\u202e', '\u{e0001}'].map(codePointOf), [
      'U+0000',
      'U+00AD',
      'U+202E',
      'U+E0001',
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
