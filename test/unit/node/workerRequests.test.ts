import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { createWorkerRequests, type WorkerRequests } from '../../../src/node/workerRequests.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';

/**
 * A worker that answers with its thread id. It answers the request `slow` after 100 ms, the request `never` never, and
 * other requests at once.
 */
const program = `
const { parentPort, threadId } = require('node:worker_threads');
parentPort.on('message', ({ id, content }) => {
  const answer = () => parentPort.postMessage({ id, content: threadId });
  if (content === 'slow') setTimeout(answer, 100);
  else if (content !== 'never') answer();
});`;

describe('createWorkerRequests', () => {
  const cleanUp = cleanUpAfterEach();

  const open = async (idleMilliseconds: number, maxSilence?: number): Promise<WorkerRequests<string, number>> => {
    const file = path.join(await temporaryFolder(cleanUp), 'worker.cjs');
    await writeFile(file, program);
    const requests = createWorkerRequests<string, number>({ path: file, idleMilliseconds, maxSilence });
    cleanUp(() => requests.dispose());
    return requests;
  };

  it('ends an idle worker, and starts a new worker for the next request', async () => {
    const requests = await open(1);
    const starting = once(process, 'worker') as Promise<[Worker]>;
    const answer = requests.ask('a');
    const [worker] = await starting;
    const ending = once(worker, 'exit');
    const threadId = await answer;
    await ending;
    assert.notEqual(await requests.ask('b'), threadId);
  });

  it('does not end the worker while a request runs, even if this takes longer than the idle time', async () => {
    const requests = await open(1);
    const [one, other] = await Promise.all([requests.ask('a'), requests.ask('slow')]);
    assert.equal(one, other);
    await requests.ask('b');
    assert.ok((await requests.ask('slow')) > 0);
  });

  it('uses the same worker for successive requests', async () => {
    const requests = await open(60_000);
    const threadId = await requests.ask('a');
    assert.equal(await requests.ask('b'), threadId);
  });

  it('answers a request sent right after `dispose` from a new worker, even if the earlier worker has not ended yet', async () => {
    const requests = await open(60_000);
    const threadId = await requests.ask('a');
    const disposed = requests.ask('slow');
    requests.dispose();
    const answer = requests.ask('b');
    await assert.rejects(disposed, (cause) => cause === undefined);
    assert.notEqual(await answer, threadId);
  });

  it('ignores `dispose` before the first request and after an earlier `dispose`', async () => {
    const requests = await open(60_000);
    requests.dispose();
    assert.ok((await requests.ask('a')) > 0);
    requests.dispose();
    requests.dispose();
    assert.ok((await requests.ask('b')) > 0);
  });

  it('rejects the requests of a worker that does not answer in time, and then starts a new worker', async () => {
    const requests = await open(60_000, 1_000);
    mock.timers.enable({ apis: ['setTimeout'] });
    cleanUp(() => mock.timers.reset());
    const unanswered = requests.ask('never');
    const rejected = assert.rejects(unanswered, { message: 'The worker does not answer.' });
    mock.timers.tick(999);
    const threadId = await requests.ask('a');
    // The answer has restarted the time.
    mock.timers.tick(999);
    assert.equal(await requests.ask('b'), threadId);
    mock.timers.tick(1_000);
    await rejected;
    assert.notEqual(await requests.ask('c'), threadId);
    // No request waits, so the worker is not ended.
    mock.timers.tick(1_000);
    assert.equal(await requests.ask('d'), await requests.ask('e'));
  });
});
