import type { ApplyOperation, ApplyOperations, ApplyRequest } from '../apply/applyOperations.ts';
import { inTime } from '../common/inTime.ts';
import { createWorkerRequests } from './workerRequests.ts';

/** The worker ends after this time without a request. A new worker starts in less than 0.1 s. */
const idleMilliseconds = 30_000;
/** A worker without a limit could fill the memory. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 };
/** The maximum time of an operation. Then the worker is ended. */
const maxMilliseconds = 10_000;

/** Runs the functions that plan changes in a worker thread, one after another. */
export interface WorkerPlanner {
  /**
   * Calls the operation in the worker. Resolves with its result, or with undefined if it takes too much time or memory.
   */
  readonly run: <Operation extends ApplyOperation>(
    operation: Operation,
    ...parameters: Parameters<ApplyOperations[Operation]>
  ) => Promise<ReturnType<ApplyOperations[Operation]> | undefined>;
  readonly dispose: () => void;
}

/** `path` is the path of the bundle of applyWorker.ts. `maxTime` is in milliseconds. */
export function createWorkerPlanner(path: string, maxTime = maxMilliseconds): WorkerPlanner {
  const worker = createWorkerRequests<ApplyRequest, unknown>({ path, idleMilliseconds, resourceLimits });
  let last: Promise<unknown> = Promise.resolve();

  async function ask(request: ApplyRequest): Promise<unknown> {
    const late = Symbol('late');
    const result = await inTime(worker.ask(request), late, maxTime).catch((error: unknown) => {
      if (isOutOfMemory(error)) return undefined;
      throw error;
    });
    if (result !== late) return result;
    worker.dispose();
    return undefined;
  }

  return {
    // Operations run one after another, so that one that takes too long affects no other.
    async run(operation, ...parameters) {
      const result = last.then(async () => ask({ operation, parameters }));
      last = result.catch(() => undefined);
      return result as Promise<ReturnType<ApplyOperations[typeof operation]> | undefined>;
    },
    dispose: worker.dispose,
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
