import type { CompletionKind } from '../../common/protocol/draftProtocol.ts';

/** A word before the caret that asks for suggestions. */
export interface CompletionWord {
  readonly kind: CompletionKind;
  /** The text between the `@` or `/` and the caret. */
  readonly query: string;
  /** Index of the `@` or `/` in the text. */
  readonly start: number;
}

/** Number of characters searched before the caret. Names are shorter, and the limit keeps the search fast. */
const maxLength = 200;

/**
 * Returns the word before the caret if the word asks for suggestions. `@` at the start of a word asks for files and
 * symbols. `/` at the start of the text asks for prompts. Returns undefined for all other words.
 */
export function findCompletionWord(text: string, caret: number): CompletionWord | undefined {
  const before = text.slice(Math.max(0, caret - maxLength), caret);
  const word = /(?:^|\s)@(\S*)$/.exec(before);
  if (word?.[1] !== undefined) return { kind: 'context', query: word[1], start: caret - word[1].length - 1 };
  const [, prompt] = (caret < maxLength ? /^\/(\S*)$/.exec(before) : undefined) ?? [];
  return prompt === undefined ? undefined : { kind: 'prompt', query: prompt, start: 0 };
}
