import type { LargePayload, LargePayloadResult, ReadLargePayload } from '../api/stream/largePayload.ts';
import { hasErrorCode } from './hasErrorCode.ts';
import { createWorkerRequests } from './workerRequests.ts';

/**
 * The worker ends after this time without a payload. Large payloads are rare, and a new worker starts in less than
 * 0.1 s.
 */
const idleMilliseconds = 10_000;
/** The parsed payload may take 40 times the memory of its text. A worker without a limit could fill the memory. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 };

/** Reads large payloads in a worker thread. */
export interface WorkerPayloadReader {
  readonly read: ReadLargePayload;
  readonly dispose: () => void;
}

/** `path` is the path of the bundle of payloadWorker.ts. */
export function createWorkerPayloadReader(path: string): WorkerPayloadReader {
  const worker = createWorkerRequests<LargePayload, LargePayloadResult>({ path, idleMilliseconds, resourceLimits });
  let last: Promise<unknown> = Promise.resolve();

  async function ask(payload: LargePayload): Promise<LargePayloadResult | undefined> {
    return worker.ask(payload).catch((error: unknown) => {
      if (hasErrorCode(error, 'ERR_WORKER_OUT_OF_MEMORY')) return undefined;
      throw error;
    });
  }

  return {
    // Payloads are read one after another, so that a payload that needs too much memory affects no other payload.
    async read(payload) {
      const result = last.then(async () => ask(payload));
      last = result.catch(() => undefined);
      return result;
    },
    dispose: worker.dispose,
  };
}
