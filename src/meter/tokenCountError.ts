/** The worker that counts tokens could not do it. */
export class TokenCountError extends Error {
  override readonly name = 'TokenCountError';

  constructor(cause: unknown) {
    super('The tokens could not be counted.', { cause });
  }
}
