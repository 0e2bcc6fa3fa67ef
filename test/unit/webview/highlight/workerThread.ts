import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bundleWorker } from '../../../../bundledWorker.js';
import { projectFolder } from '../../../hosts/projectPaths.ts';
import type { WorkerLike } from '../../../../src/webview/highlight/watchedWorker.ts';
import type { FromWorkerMessage } from '../../../../src/webview/highlight/workerProtocol.ts';

/** Gives a worker thread of Node the parts of a web worker's global scope that highlightWorker.ts uses. */
const webWorkerScope = `
const { parentPort } = require('node:worker_threads');
globalThis.self = { postMessage: (message) => parentPort.postMessage(message) };
parentPort.on('message', (data) => self.onmessage({ data }));
`;

/** Starts worker threads that run highlightWorker.ts, for the tests of the `describe` block that calls this function. */
export interface WorkerThreads {
  readonly start: () => WorkerLike;
  /** Returns how many workers the current test has started. */
  readonly count: () => number;
}

export function withWorkerThreads(): WorkerThreads {
  let source = '';
  let workers: Worker[] = [];
  before(async () => {
    ({ source } = await bundleWorker(join(projectFolder, 'src/webview/highlight/highlightWorker.ts')));
  });
  afterEach(async () => {
    await Promise.all(workers.map(async (worker) => worker.terminate()));
    workers = [];
  });
  return {
    start: () => {
      const worker = new Worker(webWorkerScope + source, { eval: true });
      workers.push(worker);
      const port: WorkerLike = {
        onmessage: null,
        onerror: null,
        postMessage: (message) => worker.postMessage(message),
        terminate: () => void worker.terminate(),
      };
      worker.on('message', (data: FromWorkerMessage) => port.onmessage?.({ data } as MessageEvent<FromWorkerMessage>));
      worker.on('error', ({ message }: Error) =>
        port.onerror?.({ message, preventDefault: () => undefined } as ErrorEvent),
      );
      return port;
    },
    count: () => workers.length,
  };
}
