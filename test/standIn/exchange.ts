import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Debit } from './billing.ts';
import { deferred } from './deferred.ts';
import type { Hold } from './script.ts';

/** One request as the service saw it, and what became of it. Times are `Date.now()` milliseconds. */
export class Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The value of `x-session-id`. */
  readonly sessionId: string | undefined;
  /** The body's text. */
  readonly body: string;
  /** When the whole request had arrived. */
  readonly receivedAt = Date.now();
  /** When the answer was over or the client left, whichever came first. */
  closedAt: number | undefined;
  /** True when the client left before the answer was over. */
  aborted = false;
  /** Body bytes handed to the socket. */
  bytesSent = 0;
  /** Pieces of the reply handed to the socket; with a scripted reply, its tokens. */
  tokensSent = 0;
  /** When each of them was. */
  readonly sentAt: number[] = [];
  /** When the body's last bytes were handed to the socket. */
  lastSentAt: number | undefined;
  /** The reply's text so far. */
  textSent = '';
  /** What was sent apart from it, as the model's thoughts. */
  reasoningSent = '';
  /** What the call was debited; undefined while it runs, and for calls that cost nothing. */
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

  /** The answer's status; undefined while no header was sent. */
  get status(): number | undefined {
    return this.#response.headersSent ? this.#response.statusCode : undefined;
  }

  /** Aborted as soon as the answer is over or the client has left. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Resolves when the answer is over or the client has left, and the call was debited. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Resolves when the reply waits where the script said to hold it. */
  get held(): Promise<void> {
    return this.#held.promise;
  }

  /** Lets a held reply go on, to its end or to the next hold after so many more tokens. */
  release(moreTokens?: number): void {
    this.#holdAt = moreTokens === undefined ? undefined : this.tokensSent + moreTokens;
    const released = this.#released;
    this.#held = deferred();
    this.#released = deferred();
    released.resolve();
  }

  /** For the service: the answer is about to be broken off on purpose. */
  breakOff(): void {
    this.#broken = true;
  }

  /** For the service: resolves when the answer is over or the client has left. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** For the service: where the reply is to be held. */
  holdAt(hold: Hold | undefined): void {
    this.#holdAt = hold;
  }

  /** For the service: waits here if this is where the reply is held; rejects when the client leaves. */
  async passHold(point: Hold): Promise<void> {
    if (this.#holdAt !== point) return;
    const released = this.#released.promise;
    this.#held.resolve();
    await Promise.race([released, this.#over.promise]);
    this.gone.throwIfAborted();
  }

  /** For the service: everything about this call is done. */
  finish(): void {
    this.#closed.resolve();
  }
}
