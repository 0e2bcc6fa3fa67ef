/** Counts tokens with a public tokenizer, which may differ from the service's. */
export interface TokenCounter {
  /** Returns the tokens of a text. Rejects with a TokenCountError if they cannot be counted now. */
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
