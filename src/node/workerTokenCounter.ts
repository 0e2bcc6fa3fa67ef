import { TokenCountError, type TokenCounter } from '../meter/tokenCounter.ts';
import { createWorkerRequests } from './workerRequests.ts';

/** An idle worker is ended after this time, because the tokenizer's vocabulary takes about 60 MB of memory. */
const idleMilliseconds = 120_000;
/** Longer than the count of a very long text takes. The cost of a reply, and the next message, wait for the count. */
const maxSilence = 120_000;

/** Creates a counter that counts tokens in a worker thread. `path` is the path of the bundle of tokenWorker.ts. */
export function createWorkerTokenCounter(path: string): TokenCounter {
  const worker = createWorkerRequests<string, number>({ path, idleMilliseconds, maxSilence });
  return {
    async count(text) {
      if (text === '') return 0;
      return worker.ask(text).catch((cause: unknown) => {
        throw new TokenCountError(cause);
      });
    },
    dispose: worker.dispose,
  };
}
