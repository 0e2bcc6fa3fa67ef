import assert from 'node:assert/strict';
import {
  RefusedError,
  TooSlowError,
  WatchedWorker,
  type WorkerLike,
} from '../../../../src/webview/highlight/watchedWorker.ts';
import type { TokenLook } from '../../../../src/webview/highlight/tokenLooks.ts';
import type { FromWorkerMessage, ToWorkerMessage } from '../../../../src/webview/highlight/workerProtocol.ts';
import { loadGrammar } from '../../../../src/webview/highlight/languages.ts';
import { withWorkerThreads } from './workerThread.ts';

const limits = { answer: 10_000, total: 10_000 };
const isLast = (answer: FromWorkerMessage): boolean => answer.type !== 'tokenized' || answer.isLast;

describe('WatchedWorker', () => {
  const threads = withWorkerThreads();

  async function startWithCSharp(): Promise<WatchedWorker> {
    const worker = new WatchedWorker(threads.start(), () => assert.fail());
    await worker.request({ type: 'load', name: 'csharp', registrations: await loadGrammar('csharp') }, limits, isLast);
    return worker;
  }

  function tokenize(text: string): ToWorkerMessage {
    return { type: 'tokenize', block: 1, name: 'csharp', text };
  }

  it('passes on all answers of a request, and each scope list once', async () => {
    const worker = await startWithCSharp();
    const answers: FromWorkerMessage[] = [];
    for (const text of ['return 1;\nreturn 2;\n', 'return 3;'])
      await worker.request(tokenize(text), limits, (answer) => {
        answers.push(answer);
        return isLast(answer);
      });
    const tokenized = answers.filter((answer) => answer.type === 'tokenized');
    const lines = tokenized.flatMap((answer) => answer.lines);
    assert.deepEqual(lines, Array(3).fill([6, 1, 1, 0, 1, 2, 1, 3]));
    const styles = tokenized.flatMap((answer) => answer.newStyles);
    assert.deepEqual(
      styles.map(({ scopes }) => scopes.split(' ').at(-1)),
      ['keyword.control.flow.return.cs', 'constant.numeric.decimal.cs', 'punctuation.terminator.statement.cs'],
    );
  });

  it('passes on the looks of a theme that is set before or during a request, and still answers the request', async () => {
    const restyled: (readonly TokenLook[])[] = [];
    const worker = new WatchedWorker(threads.start(), (looks) => restyled.push(looks));
    worker.post({ type: 'theme', rules: [{ scope: ['string'], foreground: '#112233' }], known: ['source.a string.b'] });
    await worker.request({ type: 'load', name: 'csharp', registrations: await loadGrammar('csharp') }, limits, isLast);
    const answered = worker.request(tokenize('return 1;'), limits, isLast);
    worker.post({ type: 'theme', rules: [{ scope: ['keyword'], foreground: '#445566' }], known: [] });
    await answered;
    await worker.request(tokenize('return 1;'), limits, isLast);
    assert.deepEqual(
      restyled.map((looks) => looks.map(({ color }) => color)),
      [['#112233'], [undefined, '#445566', undefined, undefined]],
    );
  });

  it('rejects a request that the worker cannot handle, and can be used again', async () => {
    const worker = new WatchedWorker(threads.start(), () => assert.fail());
    await assert.rejects(worker.request(tokenize('a'), limits, isLast), RefusedError);
    assert.equal(worker.isTerminated, false);
    await worker.request({ type: 'load', name: 'csharp', registrations: await loadGrammar('csharp') }, limits, isLast);
    await worker.request(tokenize('a'), limits, isLast);
  });

  it('terminates the worker when an answer takes too long', async () => {
    const worker = await startWithCSharp();
    const short = { answer: 300, total: 10_000 };
    await assert.rejects(worker.request(tokenize(`a${'* '.repeat(100)}`), short, isLast), TooSlowError);
    assert.equal(worker.isTerminated, true);
    await assert.rejects(worker.request(tokenize('a'), limits, isLast), TooSlowError);
  });

  it('terminates the worker when all answers together take too long', async () => {
    const worker = await startWithCSharp();
    // Each line takes about 20 ms, so that no single answer takes too long.
    const text = `a${'* '.repeat(18)}\n`.repeat(1_000);
    await assert.rejects(worker.request(tokenize(text), { answer: 10_000, total: 300 }, isLast), TooSlowError);
    assert.equal(worker.isTerminated, true);
  });

  it('does not count the time in which the thread of the caller is blocked', async () => {
    const port: WorkerLike = {
      onmessage: null,
      onerror: null,
      // Answers as soon as the thread is no longer blocked.
      postMessage: () =>
        setImmediate(() => port.onmessage?.({ data: { type: 'loaded' } } as MessageEvent<FromWorkerMessage>)),
      terminate: () => undefined,
    };
    const worker = new WatchedWorker(port, () => assert.fail());
    const answered = worker.request(tokenize('a'), limits, isLast);
    const end = Date.now() + 1_000;
    while (Date.now() < end);
    assert.ok((await answered) < 1_000);
  });

  it('rejects the running request and all later requests when the worker fails', async () => {
    const port = threads.start();
    const worker = new WatchedWorker(port, () => assert.fail());
    const running = worker.request(tokenize('a'), limits, () => false);
    port.onerror?.({ message: 'out of memory', preventDefault: () => undefined } as ErrorEvent);
    await assert.rejects(running, { cause: 'out of memory' });
    await assert.rejects(worker.request(tokenize('a'), limits, isLast), { cause: 'out of memory' });
  });
});
