import { mask } from './redact.ts';

/** A shorter key is not masked in replies, because it may be an ordinary word, as with a server that needs no key. */
const minKeyLength = 8;

/** Masks an API key in a text that arrives in pieces. */
export interface KeyMask {
  /**
   * Adds a piece, and returns the text that is ready, which may be empty. Holds back the end of the text while the end
   * may be the beginning of the key.
   */
  push(piece: string): string;
  /** Returns the text that is still held back. */
  finish(): string;
}

/**
 * Creates a mask for the exact spelling of the key. The results together are the whole text with each occurrence of the
 * key replaced by `•••`. The pieces may be of any length. A key of fewer than eight characters is not masked.
 */
export function createKeyMask(key: string): KeyMask {
  if (key.length < minKeyLength) return { push: (piece) => piece, finish: () => '' };
  let held = '';
  return {
    push(piece) {
      const text = held + piece;
      const start = startOfPartialKey(text, key, endOfLastKey(text, key));
      held = text.slice(start);
      return text.slice(0, start).replaceAll(key, mask);
    },
    finish() {
      const rest = held;
      held = '';
      return rest;
    },
  };
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

/** Returns the start of the longest end of the text, at or after `from`, with which the key begins. */
function startOfPartialKey(text: string, key: string, from: number): number {
  const first = key.charAt(0);
  const earliest = Math.max(from, text.length - key.length + 1);
  for (let start = text.indexOf(first, earliest); start >= 0; start = text.indexOf(first, start + 1)) {
    if (key.startsWith(text.slice(start))) return start;
  }
  return text.length;
}
