/** A small change of the source code: `replacement` replaces the text from `start` to `end`. */
export interface Mutation {
  /** Describes the change, such as `< → <=`. */
  readonly name: string;
  /** Offset in UTF-16 units. */
  readonly start: number;
  /** Offset in UTF-16 units, exclusive. */
  readonly end: number;
  readonly replacement: string;
}

/** A mutation and its place in the project. */
export interface MutationSite extends Mutation {
  /** Path relative to the project's folder, with `/` as separator. */
  readonly file: string;
  /** The line number of `start`, counted from 1. */
  readonly line: number;
  /** The text of this line before the mutation, trimmed. */
  readonly before: string;
  /** The text of this line after the mutation, trimmed. */
  readonly after: string;
  /**
   * The offset in UTF-16 units at which the mutated syntax node starts. If an operator is mutated, this is the start of
   * the whole expression, such as `a < b`. Tests that execute the code at this offset reach the site.
   */
  readonly executedAt: number;
}

export function applyMutation(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
