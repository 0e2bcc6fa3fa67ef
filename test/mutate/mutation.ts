/** One change of a source text, which replaces the text from `start` to `end` by `replacement`. */
export interface Mutation {
  /** Says what changes, such as `< → <=`. */
  readonly name: string;
  /** Offset in UTF-16 units. */
  readonly start: number;
  /** Offset in UTF-16 units, exclusive. */
  readonly end: number;
  readonly replacement: string;
}

/** A mutation and its place in the project. */
export interface MutationSite extends Mutation {
  /** Path from the project's folder, with `/`. */
  readonly file: string;
  /** The line number of `start`, counted from 1. */
  readonly line: number;
  /** The first line that the mutation changes, trimmed. */
  readonly before: string;
  /** The same line after the mutation, trimmed. */
  readonly after: string;
  /** Start of the mutated syntax, in UTF-16 units. Tests that execute this offset reach the site. */
  readonly executedAt: number;
}

export function applyMutation(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
