import { mask } from './redact.ts';

/** A shorter key is not masked in replies, because it may be an ordinary word, as with a server that needs no key. */
const minKeyLength = 8;
/** A key that consists of words is masked if it has at least this many characters. */
const minWordsLength = 16;
/** Matches words of one case, such as `lm-studio`, and numbers. Does not match a key that begins with `sk-`. */
const ordinaryWords = /^(?!sk-)(?:[A-Z]?[a-z]+(?:[-_. ][a-z]+)*|[A-Z]+(?:[-_. ][A-Z]+)*|\d+)$/;
/** Matches a key of any length if all its words are typical of placeholders, such as `sk-no-key-required`. */
const placeholderWords =
  /^(?:(?:sk|no|not|none|any|api|key|apikey|token|needed|required|necessary|used|unused|dummy|fake|test|example|placeholder|empty|local|localhost|lm|studio|ollama|your|my|the|here)(?:[-_. ]|$))+$/i;
/**
 * The maximum number of the key's first characters that stay visible. Only text that continues these characters is held
 * back, so that ordinary text is shown at once.
 */
const maxVisible = 4;

/** Masks an API key in a text that arrives in pieces. */
export interface KeyMask {
  /**
   * Adds a piece, and returns the text that is ready, which may be empty. Holds back the end of the text if it may
   * continue the visible characters of the key.
   */
  push(piece: string): string;
  /** Returns the text that is still held back. */
  finish(): string;
}

/**
 * Creates a mask for the exact spelling of the key. The results together are the whole text with each occurrence of the
 * key replaced by its visible characters and `•••`. At most a quarter of the key is visible. The pieces may be of any
 * length. A key that cannot be a secret (see `mayBeSecret`) is not masked.
 */
export function createKeyMask(key: string): KeyMask {
  if (!mayBeSecret(key)) return { push: (piece) => piece, finish: () => '' };
  const visibleLength = Math.min(maxVisible, Math.floor(key.length / 4));
  const masked = key.slice(0, visibleLength) + mask;
  /** The end of the text, if it may be the beginning of the key. */
  let partial = '';
  /** The number of characters of `partial` that were returned already. */
  let returned = 0;
  return {
    push(piece) {
      const text = partial + piece;
      const start = startOfPartialKey(text, key, endOfLastKey(text, key));
      partial = text.slice(start);
      const ready = text.slice(0, start).replaceAll(key, () => masked) + partial.slice(0, visibleLength);
      // A masked key begins like the key, so the characters returned before are the same.
      const result = ready.slice(returned);
      returned = Math.min(partial.length, visibleLength);
      return result;
    },
    finish() {
      const rest = partial.slice(returned);
      [partial, returned] = ['', 0];
      return rest;
    },
  };
}

/**
 * Returns false for a key that a server without authentication accepts, and that may be an ordinary word in a reply: a
 * key of fewer than 8 characters, a key of fewer than 16 characters that consists of words of one case or is a number,
 * and a key that consists of words such as `no`, `key` and `required`. Returns true for all other keys, among them
 * hexadecimal and base64 keys, UUIDs, and keys that begin with `sk-`, except a key such as `sk-no-key-required`.
 */
function mayBeSecret(key: string): boolean {
  if (key.length < minKeyLength || placeholderWords.test(key)) return false;
  return key.length >= minWordsLength || !ordinaryWords.test(key);
}

/**
 * Returns the end of the last occurrence that `replaceAll` finds, or 0. `lastIndexOf` may find another occurrence,
 * because occurrences may overlap, as `aa` does in `aaa`.
 */
function endOfLastKey(text: string, key: string): number {
  let end = 0;
  for (let found = text.indexOf(key); found >= 0; found = text.indexOf(key, end)) end = found + key.length;
  return end;
}

/**
 * Returns the start of the longest suffix of the text, at or after `from`, that is a prefix of the key but not the
 * whole key. Returns the length of the text if there is none.
 */
function startOfPartialKey(text: string, key: string, from: number): number {
  const first = key.charAt(0);
  const earliest = Math.max(from, text.length - key.length + 1);
  for (let start = text.indexOf(first, earliest); start >= 0; start = text.indexOf(first, start + 1)) {
    if (key.startsWith(text.slice(start))) return start;
  }
  return text.length;
}
