import type { CompletionKind } from '../../common/protocol/draftProtocol.ts';

/** The word before the caret that asks for suggestions. */
export interface CompletionWord {
  readonly kind: CompletionKind;
  /** What follows the `@` or the `/`. */
  readonly query: string;
  /** Where the `@` or the `/` stands. */
  readonly start: number;
}

/** No name is longer. */
const maxLength = 200;

/** `@` at the start of a word names files and symbols; `/` at the start of the text names prompts. */
export function findCompletionWord(text: string, caret: number): CompletionWord | undefined {
  const before = text.slice(Math.max(0, caret - maxLength), caret);
  const word = /(?:^|\s)@(\S*)$/.exec(before);
  if (word?.[1] !== undefined) return { kind: 'context', query: word[1], start: caret - word[1].length - 1 };
  const [, prompt] = (caret < maxLength ? /^\/(\S*)$/.exec(before) : undefined) ?? [];
  return prompt === undefined ? undefined : { kind: 'prompt', query: prompt, start: 0 };
}
