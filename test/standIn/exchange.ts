import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Debit } from './billing.ts';
import { deferred } from './deferred.ts';
import type { Hold } from './script.ts';

/** A request to the service, and the state of its response. Times are milliseconds since the epoch. */
export class Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The value of `x-session-id`. */
  readonly sessionId: string | undefined;
  /** The text of the request's body. */
  readonly body: string;
  /** When the end of the request arrived. */
  readonly receivedAt = Date.now();
  /** When the response ended or the client closed the connection. */
  closedAt: number | undefined;
  /** True if the client closed the connection before the end of the response. */
  aborted = false;
  /** Bytes of the body that were written to the socket. */
  bytesSent = 0;
  /** Pieces of the reply that were written to the socket. A piece of a scripted reply is usually one token. */
  tokensSent = 0;
  /** When each piece was written. */
  readonly sentAt: number[] = [];
  /** When bytes of the body were last written. */
  lastSentAt: number | undefined;
  /** The text of the reply that was sent so far. */
  textSent = '';
  /** The reasoning that was sent so far. */
  reasoningSent = '';
  /** The charge for this call. Undefined while the call runs, and for calls that are free. */
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

  /** The status of the response; undefined before the headers are sent. */
  get status(): number | undefined {
    return this.#response.headersSent ? this.#response.statusCode : undefined;
  }

  /** Aborted when the response ends or the client closes the connection. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Resolves when `gone` is aborted and the call was debited. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Resolves when the reply pauses at its hold. */
  get held(): Promise<void> {
    return this.#held.promise;
  }

  /** Resumes a paused reply: until its end, or until the next hold after `moreTokens` tokens. */
  release(moreTokens?: number): void {
    this.#holdAt = moreTokens === undefined ? undefined : this.tokensSent + moreTokens;
    const released = this.#released;
    this.#held = deferred();
    this.#released = deferred();
    released.resolve();
  }

  /** For the service: call before it closes the connection itself, so that `aborted` stays false. */
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

  /** For the service: waits until `release()` if `point` is the hold. Rejects if the client closes the connection. */
  async passHold(point: Hold): Promise<void> {
    if (this.#holdAt !== point) return;
    const released = this.#released.promise;
    this.#held.resolve();
    await Promise.race([released, this.#over.promise]);
    this.gone.throwIfAborted();
  }

  /** For the service: call when the call has ended and was debited. */
  finish(): void {
    this.#closed.resolve();
  }
}
