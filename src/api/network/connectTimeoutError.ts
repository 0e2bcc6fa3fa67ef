/** No connection within the time for it, however many steps it has. */
export class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError';
  readonly code = 'ETIMEDOUT';

  constructor(milliseconds: number) {
    super(`No connection within ${milliseconds / 1_000} seconds.`);
  }
}
