import type { ApplyOperation, ApplyOperations, ApplyRequest } from '../apply/applyOperations.ts';
import { inTime } from '../common/async/inTime.ts';
import { hasErrorCode } from './hasErrorCode.ts';
import { createWorkerRequests } from './workerRequests.ts';

/** The worker ends after this time without a request. A new worker starts in less than 0.1 s. */
const idleMilliseconds = 30_000;
/** A worker without a limit could fill the memory. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 };
/** The maximum time of an operation, or of all operations of a click. Then the worker is ended. */
const maxMilliseconds = 10_000;

export interface PlanRunner {
  /**
   * Calls the operation in the worker. Resolves with its result, or with undefined if it takes too much time or memory.
   */
  readonly run: <Operation extends ApplyOperation>(
    operation: Operation,
    ...parameters: Parameters<ApplyOperations[Operation]>
  ) => Promise<ReturnType<ApplyOperations[Operation]> | undefined>;
}

/** Runs the functions that plan changes in a worker thread, one after another. */
export interface WorkerPlanner extends PlanRunner {
  /** Returns a runner whose operations have together the time that an operation of the planner has alone. */
  readonly forClick: () => PlanRunner;
  readonly dispose: () => void;
}

/** `path` is the path of the bundle of applyWorker.ts. `maxTime` is in milliseconds. */
export function createWorkerPlanner(path: string, maxTime = maxMilliseconds): WorkerPlanner {
  const worker = createWorkerRequests<ApplyRequest, unknown>({ path, idleMilliseconds, resourceLimits });
  let last: Promise<unknown> = Promise.resolve();

  async function ask(request: ApplyRequest, time: number): Promise<unknown> {
    const late = Symbol('late');
    const result = await inTime(worker.ask(request), late, time).catch((error: unknown) => {
      if (hasErrorCode(error, 'ERR_WORKER_OUT_OF_MEMORY')) return undefined;
      throw error;
    });
    if (result !== late) return result;
    worker.dispose();
    return undefined;
  }

  function createRunner(isTimeShared: boolean): PlanRunner {
    let left = maxTime;
    const runRequest = async (request: ApplyRequest) => {
      // A timer may fire a little early.
      if (left < 1) return undefined;
      const start = performance.now();
      try {
        return await ask(request, left);
      } finally {
        if (isTimeShared) left -= performance.now() - start;
      }
    };
    return {
      // Operations run one after another, so that one that takes too long affects no other.
      async run(operation, ...parameters) {
        const result = last.then(async () => runRequest({ operation, parameters }));
        last = result.catch(() => undefined);
        return result as Promise<ReturnType<ApplyOperations[typeof operation]> | undefined>;
      },
    };
  }

  return {
    ...createRunner(false),
    forClick: () => createRunner(true),
    dispose: worker.dispose,
  };
}
