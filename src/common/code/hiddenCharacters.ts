import { invisibleCharacter } from './invisibleCharacter.ts';

/**
 * Finds characters in code that are invisible or change the order of the displayed text. Such characters can make code
 * look different from its effect; see https://trojansource.codes. Joiners, variation selectors and tags are not hidden
 * characters where emoji or words need them.
 */

/** A piece of code: visible text, or one hidden character. */
export interface CodeRun {
  readonly text: string;
  readonly isHidden: boolean;
}

/** Matches each possible hidden character: an invisible character except tab and line breaks. */
const candidate = String.raw`(?![\t\n\r])` + invisibleCharacter;

/** Replaces each UTF-16 code unit of the hidden characters after the first `maxHidden` (see splitCode). */
const replacement = '\ufffd';

/** Yields the hidden characters of `text` in order, from the offset `from` up to the offset `to`. Takes linear time. */
export function* hiddenCharactersIn(
  text: string,
  from = 0,
  to = text.length,
): Generator<{ readonly offset: number; readonly character: string }, void, void> {
  const pattern = new RegExp(candidate, 'gu');
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null && match.index < to; match = pattern.exec(text)) {
    const [character] = match;
    if (!isNeeded(text, match.index, character)) yield { offset: match.index, character };
  }
}

/**
 * Splits `text` from the offset `from` up to the offset `to` into runs. The characters around a joiner decide whether
 * it is hidden, even if they are outside this range. At most `maxHidden` runs are hidden characters. Each code unit of
 * a further hidden character is replaced by U+FFFD. The panel shows each hidden run as a box, and thousands of boxes
 * would block the panel.
 */
export function splitCode(text: string, from: number, to: number, maxHidden: number): readonly CodeRun[] {
  const runs: CodeRun[] = [];
  let start = from;
  let count = 0;
  const addVisible = (end: number, shown = text.slice(start, end)) => {
    if (shown !== '') runs.push({ text: shown, isHidden: false });
  };
  for (const { offset, character } of hiddenCharactersIn(text, from, to)) {
    if (count === maxHidden) {
      addVisible(to, replaceHidden(text, start, to));
      return runs;
    }
    count += 1;
    addVisible(offset);
    runs.push({ text: character, isHidden: true });
    start = offset + character.length;
  }
  addVisible(to);
  return runs;
}

/**
 * In `code`, every hidden character is suspicious. In `prose`, some hidden characters are usual, for example soft
 * hyphens and direction marks.
 */
export type TextKind = 'code' | 'prose';

const usualInProse =
  /^[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff\u{e0100}-\u{e01ef}]$/u;

/** Returns how often each hidden character occurs, without the characters that are usual in this kind of text. */
export function countHiddenCharacters(text: string, kind: TextKind): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { character } of hiddenCharactersIn(text))
    if (kind === 'code' || !usualInProse.test(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

/** Returns `text` without the characters that `countHiddenCharacters` counts. */
export function removeHiddenCharacters(text: string, kind: TextKind): string {
  return text.replace(new RegExp(candidate, 'gu'), (character, offset: number) =>
    isNeeded(text, offset, character) || (kind === 'prose' && usualInProse.test(character)) ? character : '',
  );
}

/** Replaces each code unit of the hidden characters in a range with U+FFFD. Returns only the range. */
function replaceHidden(text: string, from: number, to: number): string {
  const pieces: string[] = [];
  let start = from;
  for (const { offset, character } of hiddenCharactersIn(text, from, to)) {
    pieces.push(text.slice(start, offset), replacement.repeat(character.length));
    start = offset + character.length;
  }
  pieces.push(text.slice(start, to));
  return pieces.join('');
}

/**
 * Returns the number of UTF-16 code units of a growing text that are ready to be split. Excludes the last character if
 * the next character decides whether it is hidden. If the text ends with the first half of a surrogate pair, excludes
 * this half. Then also excludes the character before the half if the pair decides whether that character is hidden.
 */
export function decidedLength(text: string): number {
  const [undecided = ''] = /[\u200c\u200d\ufe00-\ufe0f]?[\ud800-\udbff]?$/.exec(text.slice(-2)) ?? [];
  return text.length - undecided.length;
}

/** A character of a script whose words contain joiners, which choose between forms of the adjacent letters. */
const joinedScript = new RegExp(
  `^[${(
    'Arabic Syriac Mandaic Nko Adlam Hanifi_Rohingya Mongolian Phags_Pa Manichaean Devanagari Bengali Gurmukhi ' +
    'Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan Balinese Javanese Sundanese ' +
    'Tai_Tham Brahmi Grantha Newa'
  )
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')}\\u{1cd0}-\\u{1cff}]$`,
  'u',
);
const isLetterOrMark = /^[\p{L}\p{M}]$/u;
const emojiBeforeJoiner = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const pictograph = /^\p{Extended_Pictographic}$/u;
/** Characters whose form or presentation a variation selector may choose. */
const variedCharacter = /^[\p{Extended_Pictographic}\p{Sm}\p{So}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}]$/u;
const han = /^\p{Script=Han}$/u;
const mongolian = /^\p{Script=Mongolian}$/u;
/** The beginning of the flag of a region, such as Scotland. A black flag comes first, then the region's code in tags. */
const regionFlag = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{0,6}$/u;
const maxRegionFlagLength = 14;

/** True if an emoji or a word needs this character. */
function isNeeded(text: string, offset: number, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const before = codePointBefore(text, offset);
  const after = String.fromCodePoint(text.codePointAt(offset + character.length) ?? 0);
  if (code === 0x200c) return isJoinedLetter(before) && isJoinedLetter(after);
  if (code === 0x200d) return isJoinedLetter(before) || (emojiBeforeJoiner.test(before) && pictograph.test(after));
  if (code >= 0xfe00 && code <= 0xfe0f)
    return (before > '\x7f' && variedCharacter.test(before)) || (/^[\d#*]$/.test(before) && after === '\u20e3');
  if (code >= 0x180b && code <= 0x180f) return mongolian.test(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return han.test(before);
  return (
    code >= 0xe0020 && code <= 0xe007f && regionFlag.test(text.slice(Math.max(0, offset - maxRegionFlagLength), offset))
  );
}

function isJoinedLetter(character: string): boolean {
  return joinedScript.test(character) && isLetterOrMark.test(character);
}

function codePointBefore(text: string, offset: number): string {
  const pair = text.slice(Math.max(0, offset - 2), offset);
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : pair.slice(-1);
}

/** Returns the code point of a character, such as `U+202E`. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Unicode's names, in lower case. Like identifiers, Unicode's names are English in every language of the interface. */
const names: Readonly<Record<number, string>> = {
  0x00: 'null',
  0x07: 'bell',
  0x08: 'backspace',
  0x0b: 'line tabulation',
  0x0c: 'form feed',
  0x1b: 'escape',
  0x7f: 'delete',
  0x85: 'next line',
  0x9b: 'control sequence introducer',
  0xad: 'soft hyphen',
  0x34f: 'combining grapheme joiner',
  0x61c: 'arabic letter mark',
  0x115f: 'hangul choseong filler',
  0x1160: 'hangul jungseong filler',
  0x180e: 'mongolian vowel separator',
  0x200b: 'zero width space',
  0x200c: 'zero width non-joiner',
  0x200d: 'zero width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2060: 'word joiner',
  0x2061: 'function application',
  0x2062: 'invisible times',
  0x2063: 'invisible separator',
  0x2064: 'invisible plus',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
  0x3164: 'hangul filler',
  0xfeff: 'zero width no-break space',
  0xffa0: 'halfwidth hangul filler',
};

/** Returns the code point of a hidden character, and the name if it is known, such as `U+200B zero width space`. */
export function describeHiddenCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `${codePointOf(character)} ${names[code] ?? generalName(code)}`.trimEnd();
}

/** Returns an empty string if the character belongs to none of these groups. */
function generalName(code: number): string {
  if (code < 0xa0) return 'control character';
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return 'variation selector';
  return code >= 0xe0001 && code <= 0xe007f ? 'tag character' : '';
}
