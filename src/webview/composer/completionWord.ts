import type { CompletionKind } from '../../common/protocol/draftProtocol.ts';

/** A word that triggers suggestions. Contains only the part of the word before the caret. */
export interface CompletionWord {
  readonly kind: CompletionKind;
  /** The text between the `@` or `/` and the caret. */
  readonly query: string;
  /** Index of the `@` or `/` in the text. */
  readonly start: number;
}

/** Maximum number of characters searched before the caret. Keeps the search fast. Useful queries are shorter. */
const maxLength = 200;

/**
 * Returns the word before the caret if the word triggers suggestions, otherwise undefined. `@` at the start of a word
 * triggers suggestions of files and symbols. `/` at the start of the text triggers suggestions of prompts.
 */
export function findCompletionWord(text: string, caret: number): CompletionWord | undefined {
  const before = text.slice(Math.max(0, caret - maxLength), caret);
  const word = /(?:^|\s)@(\S*)$/.exec(before);
  if (word?.[1] !== undefined) return { kind: 'context', query: word[1], start: caret - word[1].length - 1 };
  const [, prompt] = (caret < maxLength ? /^\/(\S*)$/.exec(before) : undefined) ?? [];
  return prompt === undefined ? undefined : { kind: 'prompt', query: prompt, start: 0 };
}
