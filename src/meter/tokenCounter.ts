/** Counts tokens, whatever does the counting. */
export interface TokenCounter {
  /** The tokens of a text. Rejects with TokenCountError when they cannot be counted now. */
  count(text: string): Promise<number>;
  dispose(): void;
}

/** The tokens of a text could not be counted. */
export class TokenCountError extends Error {
  override readonly name = 'TokenCountError';

  constructor(cause: unknown) {
    super('The tokens could not be counted.', { cause });
  }
}
