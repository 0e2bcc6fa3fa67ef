import { invisibleCharacter } from '../common/code/invisibleCharacter.ts';

/** A text to mask. */
export interface Spelling {
  readonly text: string;
  /** The length, in UTF-16 code units, of the shortest prefix of `text` that is masked. */
  readonly minLength: number;
}

/** A truncated key is masked if at least this many of its characters are left. */
const minMaskedLength = 8;

/** The number of base64 characters that encode `minMaskedLength` bytes. */
const minBase64Length = Math.ceil((minMaskedLength * 8) / 6);

const invisibles = new RegExp(invisibleCharacter, 'gu');

/**
 * Returns the spellings of a key to look for in a text and in its unescaped forms: plain, escaped for JSON, as the
 * bytes of its UTF-8 form, garbled because its Latin-1 bytes were decoded as UTF-8, in base64 and in hexadecimal. Some
 * spellings lack the key's invisible characters, because the unescaped forms lack them, too (see unescapedForms). A key
 * of fewer than eight characters is not looked for in base64 and hexadecimal, because its encoded form may be an
 * ordinary word.
 */
export function keySpellings(key: string): readonly Spelling[] {
  // URLs escape each byte of a character's UTF-8 form, so that a key with characters above U+007F becomes a longer
  // text.
  const utf8 = Buffer.from(key).toString('latin1');
  const plain = [key, JSON.stringify(key).slice(1, -1), utf8, misreadLatin1(key)];
  const spellings = [...plain, ...plain.map((text) => text.replaceAll(invisibles, ''))];
  const encoded = key.length < minMaskedLength ? [] : encodedSpellings(key);
  return [
    ...distinct(spellings).map((text) => ({ text, minLength: Math.min(minMaskedLength, text.length) })),
    ...encoded,
  ];
}

/**
 * Returns the key as it appears in an answer that repeats the bytes of the request's header. A header is Latin-1, but
 * answers are read as UTF-8, so most characters above U+007F become U+FFFD.
 */
function misreadLatin1(key: string): string {
  return Buffer.from(key, 'latin1').toString('utf8');
}

function encodedSpellings(key: string): readonly Spelling[] {
  return [Buffer.from(key, 'latin1'), Buffer.from(key)].flatMap((bytes) => {
    const hex = bytes.toString('hex');
    const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset));
    const base64Url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
    return [
      ...[hex, hex.toUpperCase()].map((text) => ({ text, minLength: 2 * minMaskedLength })),
      ...[...base64, ...base64Url].map((text) => ({ text, minLength: Math.min(minBase64Length, text.length) })),
    ];
  });
}

/**
 * Returns the base64 characters that depend only on the given bytes. The bytes start at a position in the encoded data
 * that is `offset` modulo 3. For example, `offset` is 1 for the key after the seven bytes of `Bearer `.
 */
function base64At(bytes: Buffer, offset: number): string {
  const bits = (count: number) => count * 8;
  const start = Math.ceil(bits(offset) / 6);
  const end = Math.floor(bits(offset + bytes.length) / 6);
  return Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .slice(start, end);
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
