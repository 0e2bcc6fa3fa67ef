/** Counts tokens with a public tokenizer, which may differ from the service's tokenizer. */
export interface TokenCounter {
  /** Returns the number of tokens in a text. Rejects with a TokenCountError if the text cannot be counted now. */
  count(text: string): Promise<number>;
  dispose(): void;
}

/** Reports that the tokens of a text could not be counted. */
export class TokenCountError extends Error {
  override readonly name = 'TokenCountError';

  constructor(cause: unknown) {
    super('The tokens could not be counted.', { cause });
  }
}
