import type { TokenLook } from './tokenLooks.ts';
import type { FromWorkerMessage, ToWorkerMessage } from './workerProtocol.ts';

/** The part of a web worker that WatchedWorker uses. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorkerMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  readonly postMessage: (message: ToWorkerMessage) => void;
  readonly terminate: () => void;
}

/** The time limits of a request, in milliseconds. */
export interface TimeLimits {
  /** The time until the first answer, and between two answers. */
  readonly answer: number;
  /** The time until the last answer. */
  readonly total: number;
}

/** The reason for a rejected request: the worker took too long. */
export class TooSlowError extends Error {}

/** The reason for a rejected request: the worker could not handle the request. The worker can be used again. */
export class RefusedError extends Error {}

/** The watchdog counts in steps of this length, in milliseconds. */
const step = 100;

/**
 * A worker that is terminated if an answer takes too long. One request can run at a time. After a request was rejected
 * with another error than `RefusedError`, the worker is terminated, and every later request is rejected.
 */
export class WatchedWorker {
  readonly #worker: WorkerLike;
  readonly #restyle: (looks: readonly TokenLook[]) => void;
  #error: Error | undefined;
  #request: PromiseWithResolvers<undefined> | undefined;
  #handle: (message: FromWorkerMessage) => boolean = () => true;
  /** The time since the last answer, in milliseconds. */
  #sinceAnswer = 0;

  /** Passes the looks of `restyled` messages to `restyle`, also while no request is running. */
  constructor(worker: WorkerLike, restyle: (looks: readonly TokenLook[]) => void) {
    this.#worker = worker;
    this.#restyle = restyle;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      // An event without a message means that the page must not start workers.
      this.#terminate(new Error('The worker that highlights code failed.', { cause: event.message }));
    };
  }

  get isTerminated(): boolean {
    return this.#error !== undefined;
  }

  /** Posts a message that is no request: the worker does not answer it, or answers with `restyled`. */
  post(message: ToWorkerMessage): void {
    if (!this.isTerminated) this.#worker.postMessage(message);
  }

  /**
   * Posts a message and passes the answers to `handle`, which returns true for the last answer. Resolves with the
   * elapsed time in milliseconds, rounded down to 100 ms. Rejects with a TooSlowError if the worker exceeds a limit,
   * and with a RefusedError if it answers `failed`.
   */
  async request(
    message: ToWorkerMessage,
    limits: TimeLimits,
    handle: (answer: FromWorkerMessage) => boolean,
  ): Promise<number> {
    if (this.#error !== undefined) throw this.#error;
    if (this.#request !== undefined) throw new Error('Another request is running.');
    const request = Promise.withResolvers<undefined>();
    let total = 0;
    this.#sinceAnswer = 0;
    this.#request = request;
    this.#handle = handle;
    // Counts steps instead of comparing times. If the computer sleeps or the page is busy, the answer may be waiting
    // already, and the pause counts as one step only.
    const watchdog = setInterval(() => {
      total += step;
      this.#sinceAnswer += step;
      if (this.#sinceAnswer > limits.answer || total > limits.total)
        this.#terminate(new TooSlowError('Highlighting takes too long.'));
    }, step);
    try {
      this.#worker.postMessage(message);
      await request.promise;
      return total;
    } finally {
      clearInterval(watchdog);
      this.#request = undefined;
    }
  }

  #receive(message: FromWorkerMessage): void {
    this.#sinceAnswer = 0;
    if (message.type === 'restyled') this.#restyle(message.looks);
    else if (message.type === 'failed') this.#request?.reject(new RefusedError(message.reason));
    else if (this.#handle(message)) this.#request?.resolve(undefined);
  }

  #terminate(error: Error): void {
    this.#error = error;
    // A late answer would assign ids that the next worker assigns differently.
    this.#worker.onmessage = null;
    this.#worker.terminate();
    this.#request?.reject(error);
  }
}
