import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';

/** Sends requests to a worker thread, which starts with the first request. */
export interface WorkerRequests<Request, Result> {
  /**
   * Resolves with the worker's result. If the worker fails first, rejects with the worker's error or exit code. If the
   * worker does not answer in time (see `maxSilence`), rejects with an error. If `dispose` is called first, rejects with
   * undefined.
   */
  readonly ask: (request: Request) => Promise<Result>;
  /** Ends the worker and rejects the running requests. The next request starts a new worker. */
  readonly dispose: () => void;
}

export interface WorkerOptions {
  /** The path of the worker's bundle. */
  readonly path: string;
  /** The worker is ended when no request has run for this time, to free its memory. */
  readonly idleMilliseconds: number;
  /**
   * The maximum time from one answer to the next while requests wait, in milliseconds. Then the worker is ended, because
   * it hangs. Without this time, the requests wait for as long as the worker runs.
   */
  readonly maxSilence?: number | undefined;
  readonly resourceLimits?: ResourceLimits;
}

export function createWorkerRequests<Request, Result>(options: WorkerOptions): WorkerRequests<Request, Result> {
  const { path, idleMilliseconds, maxSilence, resourceLimits } = options;
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<Result>>();

  const end = (cause?: unknown) => {
    clearTimeout(idle);
    clearTimeout(silence);
    void worker?.terminate();
    worker = undefined;
    for (const each of waiting.values()) each.reject(cause);
    waiting.clear();
  };

  const waitForAnswer = () => {
    clearTimeout(silence);
    if (maxSilence === undefined) return;
    silence = setTimeout(() => end(new Error('The worker does not answer.')), maxSilence).unref();
  };

  const start = () => {
    const started = new Worker(path, resourceLimits && { resourceLimits });
    // A late event of an earlier worker must not affect the current worker.
    const endStarted = (cause: unknown) => {
      if (worker === started) end(cause);
    };
    started.unref();
    started.on('message', ({ id, content }: Message<Result>) => {
      if (worker !== started) return;
      waiting.get(id)?.resolve(content);
      waiting.delete(id);
      if (waiting.size > 0) {
        waitForAnswer();
        return;
      }
      clearTimeout(silence);
      idle = setTimeout(end, idleMilliseconds).unref();
    });
    started.on('error', endStarted);
    started.on('exit', endStarted);
    return started;
  };

  return {
    async ask(request) {
      clearTimeout(idle);
      worker ??= start();
      const result = Promise.withResolvers<Result>();
      lastId += 1;
      waiting.set(lastId, result);
      if (waiting.size === 1) waitForAnswer();
      const message: Message<Request> = { id: lastId, content: request };
      worker.postMessage(message);
      return result.promise;
    },
    dispose: () => end(),
  };
}

/** Answers the requests of `createWorkerRequests`. Called once, in the worker. If `answer` throws, the worker fails. */
export function answerWorkerRequests(answer: (request: never) => unknown): void {
  parentPort?.on('message', ({ id, content }: Message<never>) => {
    const message: Message<unknown> = { id, content: answer(content) };
    parentPort?.postMessage(message);
  });
}

/** A request or its result. Both have the same id. */
interface Message<Content> {
  readonly id: number;
  readonly content: Content;
}
