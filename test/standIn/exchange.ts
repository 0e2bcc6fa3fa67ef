import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Debit } from './billing.ts';
import { deferred } from './deferred.ts';
import type { Hold } from './script.ts';

/** A request to the service, and the state of the response. Times are in milliseconds since the epoch. */
export class Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The value of the header `x-session-id`; undefined if the header is missing or empty. */
  readonly sessionId: string | undefined;
  /** The text of the request's body. */
  readonly body: string;
  /** The time when the whole request had arrived. */
  readonly receivedAt = Date.now();
  /** The time when the response ended or the client closed the connection. */
  closedAt: number | undefined;
  /** True if the client closed the connection before the end of the response. Stays false after `breakOff`. */
  aborted = false;
  /** The number of bytes of the response’s body that were passed to the socket. */
  bytesSent = 0;
  /**
   * The number of pieces of the reply that were passed to the socket. A piece of a scripted reply is usually one token.
   */
  tokensSent = 0;
  /** The time at which each piece was passed to the socket. */
  readonly sentAt: number[] = [];
  /** The time of the last write to the streamed reply, including writes without a piece, such as the end of the stream. */
  lastSentAt: number | undefined;
  /** The text of the reply that has been sent. */
  textSent = '';
  /** The reasoning that has been sent. */
  reasoningSent = '';
  /** The debit for this request. Undefined until the request is debited, and for requests that are free. */
  debit: Debit | undefined;
  readonly #response: ServerResponse;
  readonly #gone = new AbortController();
  readonly #over = deferred();
  readonly #closed = deferred();
  #held = deferred();
  #released = deferred();
  #holdAt: Hold | undefined;
  #broken = false;

  constructor(request: IncomingMessage, body: string, response: ServerResponse) {
    this.method = request.method ?? '';
    this.url = request.url ?? '';
    this.headers = request.headers;
    const sessionId = request.headers['x-session-id'];
    this.sessionId = typeof sessionId === 'string' && sessionId !== '' ? sessionId : undefined;
    this.body = body;
    this.#response = response;
    response.once('close', () => {
      this.closedAt = Date.now();
      this.aborted = !response.writableFinished && !this.#broken;
      this.#gone.abort();
      this.#over.resolve();
    });
  }

  /** The status of the response. Undefined before the headers are sent. */
  get status(): number | undefined {
    return this.#response.headersSent ? this.#response.statusCode : undefined;
  }

  /** A signal that is aborted when the response ends or the client closes the connection. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Resolves when the response has ended or the client has closed the connection, and after any debit. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Resolves when the reply pauses. Each call of `release` replaces this promise by a new promise. */
  get held(): Promise<void> {
    return this.#held.promise;
  }

  /**
   * Resumes a paused reply. If `moreTokens` is given, the reply pauses again after that many more pieces. Otherwise it
   * does not pause again.
   */
  release(moreTokens?: number): void {
    this.#holdAt = moreTokens === undefined ? undefined : this.tokensSent + moreTokens;
    const released = this.#released;
    this.#held = deferred();
    this.#released = deferred();
    released.resolve();
  }

  /** For the service: must be called before the service closes the connection, so that `aborted` stays false. */
  breakOff(): void {
    this.#broken = true;
  }

  /** For the service: resolves when `gone` is aborted. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** For the service: sets the point at which the reply pauses. */
  holdAt(hold: Hold | undefined): void {
    this.#holdAt = hold;
  }

  /**
   * For the service: if the reply must pause at `point`, waits until `release` is called. Rejects if the client closes
   * the connection while waiting.
   */
  async passHold(point: Hold): Promise<void> {
    if (this.#holdAt !== point) return;
    const released = this.#released.promise;
    this.#held.resolve();
    await Promise.race([released, this.#over.promise]);
    this.gone.throwIfAborted();
  }

  /** For the service: must be called when the request has ended, after any debit. */
  finish(): void {
    this.#closed.resolve();
  }
}
