import { Worker } from 'node:worker_threads';
import { TokenCountError, type TokenCounter } from '../meter/tokenCounter.ts';

const idleMilliseconds = 120_000;

/**
 * Creates a counter that counts tokens in a worker thread. Counting a text that is not empty starts the worker if no
 * worker is running. After two idle minutes, the worker is ended, to free the memory of the tokenizer's vocabulary
 * (about 60 MB).
 */
export function createWorkerTokenCounter(workerPath: string): TokenCounter {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<number>>();

  const end = (cause?: unknown) => {
    clearTimeout(idle);
    void worker?.terminate();
    worker = undefined;
    for (const each of waiting.values()) each.reject(new TokenCountError(cause));
    waiting.clear();
  };

  const start = () => {
    const started = new Worker(workerPath);
    // A late event of an earlier worker must not end the current worker.
    const endStarted = (cause: unknown) => {
      if (worker === started) end(cause);
    };
    started.unref();
    started.on('message', ({ id, tokens }: TokenCount) => {
      waiting.get(id)?.resolve(tokens);
      waiting.delete(id);
      if (waiting.size > 0) return;
      idle = setTimeout(end, idleMilliseconds).unref();
    });
    started.on('error', endStarted);
    started.on('exit', endStarted);
    return started;
  };

  return {
    async count(text) {
      if (text === '') return 0;
      clearTimeout(idle);
      worker ??= start();
      const result = Promise.withResolvers<number>();
      lastId += 1;
      waiting.set(lastId, result);
      const request: TokenCountRequest = { id: lastId, text };
      worker.postMessage(request);
      return result.promise;
    },
    dispose: () => end(),
  };
}

/** A message to the worker. */
export interface TokenCountRequest {
  readonly id: number;
  readonly text: string;
}

/** A message from the worker. */
export interface TokenCount {
  readonly id: number;
  readonly tokens: number;
}
