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
  /** The time when the response ended or the connection closed. Undefined until then. */
  closedAt: number | undefined;
  /**
   * True if the connection closed before the end of the response, usually because the client closed it. Stays false if
   * `breakOff` was called before.
   */
  aborted = false;
  /** The number of bytes of the response body that were sent. */
  bytesSent = 0;
  /**
   * The number of pieces of the reply that were sent, including pieces of the reasoning. A piece is usually one token,
   * unless an upstream server writes the reply. With the framing `document`, pieces already count as sent before they
   * are sent together at the end. A piece also counts as sent if the fault `cut` cuts the body within the piece.
   */
  tokensSent = 0;
  /** The times at which the pieces were sent, one time for each piece. */
  readonly sentAt: number[] = [];
  /**
   * The time at which the last part of a streamed reply was written, even if the framing sends no bytes for this part.
   * The start and the end of the stream are also parts.
   */
  lastSentAt: number | undefined;
  /** The text of the reply that has been sent. */
  textSent = '';
  /** The reasoning that has been sent. */
  reasoningSent = '';
  /** The debit for this request. Undefined before the debit, and for requests that are not debited. */
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

  /** A signal that is aborted when the response ends or the connection closes. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Resolves after the response has ended or the connection has closed. Any debit has been made by then. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /**
   * Resolves when the reply pauses. Each call of `release` replaces this promise with a new promise for the next pause.
   */
  get held(): Promise<void> {
    return this.#held.promise;
  }

  /**
   * Resumes a paused reply. If `moreTokens` is given, the reply pauses again after that many more pieces. Otherwise the
   * reply does not pause again.
   */
  release(moreTokens?: number): void {
    this.#holdAt = moreTokens === undefined ? undefined : this.tokensSent + moreTokens;
    const released = this.#released;
    this.#held = deferred();
    this.#released = deferred();
    released.resolve();
  }

  /**
   * Keeps `aborted` false. Only for the service, which must call this before it closes the connection because of a
   * fault or a failure of the upstream server.
   */
  breakOff(): void {
    this.#broken = true;
  }

  /** Resolves when `gone` is aborted. Only for the service. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Sets the point at which the reply pauses. Only for the service. */
  holdAt(hold: Hold | undefined): void {
    this.#holdAt = hold;
  }

  /**
   * If the reply must pause at `point`, resolves after the next call of `release`, or rejects if the connection closes
   * during the pause. Otherwise resolves at once. Only for the service.
   */
  async passHold(point: Hold): Promise<void> {
    if (this.#holdAt !== point) return;
    const released = this.#released.promise;
    this.#held.resolve();
    await Promise.race([released, this.#over.promise]);
    this.gone.throwIfAborted();
  }

  /** Resolves `closed`. Only for the service, which must call this when the request has ended and any debit is made. */
  finish(): void {
    this.#closed.resolve();
  }
}
