import type { Acceptance } from '../acceptance.ts';

export const acceptedInNode: readonly Acceptance[] = [
  {
    file: 'src/node/folderWatch.ts',
    line: "watcher.on('error', () => watcher?.close());",
    mutation: 'call removed',
    reason: 'Linux reports no error after a watch has started. Windows reports one if the folder is removed.',
  },
  {
    file: 'src/node/folderWatch.ts',
    line: "watcher.on('error', () => watcher?.close());",
    mutation: 'string emptied',
    reason: 'Linux reports no error after a watch has started. Windows reports one if the folder is removed.',
  },
  {
    file: 'src/node/folderWatch.ts',
    line: "watcher.on('error', () => watcher?.close());",
    mutation: 'optional chaining → plain',
    reason: 'Equivalent: the watcher exists when it reports an error.',
  },
  {
    file: 'src/node/folderWatch.ts',
    line: 'watcher = watch(watched, { persistent: false }, (_, name) => onDidChange(name ?? undefined));',
    mutation: 'false → true',
    reason: 'Harmless: VS Code ends the process of the extensions itself.',
  },
  {
    file: 'src/node/isProcessAlive.ts',
    line: 'const clockTolerance = 60_000;',
    mutation: 'number + 1',
    reason: 'Harmless: the tolerance differs by one millisecond.',
  },
  {
    file: 'src/node/isProcessAlive.ts',
    line: 'const clockTolerance = 60_000;',
    mutation: 'number - 1',
    reason: 'Harmless: the tolerance differs by one millisecond.',
  },
  {
    file: 'src/node/isProcessAlive.ts',
    line: 'start === undefined ? at < Date.now() - uptime() * 1000 - clockTolerance : processStart(pid) !== start;',
    mutation: '< → <=',
    reason: 'Harmless: the tolerance differs by less than one millisecond.',
  },
  {
    file: 'src/node/isProcessAlive.ts',
    line: "return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];",
    mutation: 'number + 1',
    reason: 'Equivalent: the text then begins with the space after the state, and the fields keep their positions.',
  },
  {
    file: 'src/node/workerPayloadReader.ts',
    line: 'const idleMilliseconds = 10_000;',
    mutation: 'number + 1',
    reason: 'Harmless: the idle time differs by one millisecond.',
  },
  {
    file: 'src/node/workerPayloadReader.ts',
    line: 'const idleMilliseconds = 10_000;',
    mutation: 'number - 1',
    reason: 'Harmless: the idle time differs by one millisecond.',
  },
  {
    file: 'src/node/workerPayloadReader.ts',
    line: 'const resourceLimits = { maxOldGenerationSizeMb: 1024 };',
    mutation: 'number + 1',
    reason: 'Harmless: the limit differs by 0.1 %.',
  },
  {
    file: 'src/node/workerPayloadReader.ts',
    line: 'const resourceLimits = { maxOldGenerationSizeMb: 1024 };',
    mutation: 'number - 1',
    reason: 'Harmless: the limit differs by 0.1 %.',
  },
  {
    file: 'src/node/workerRequests.ts',
    line: 'let lastId = 0;',
    mutation: 'number + 1',
    reason: 'Equivalent: the ids of the requests stay distinct.',
  },
  {
    file: 'src/node/workerRequests.ts',
    line: 'let lastId = 0;',
    mutation: 'number - 1',
    reason: 'Equivalent: the ids of the requests stay distinct.',
  },
  {
    file: 'src/node/workerRequests.ts',
    line: 'clearTimeout(idle);',
    mutation: 'call removed',
    reason:
      'Equivalent: `ask` ends the timer before the next worker starts, and without a worker the timer has no effect.',
  },
  {
    file: 'src/node/workerRequests.ts',
    line: 'if (worker !== started) return;',
    mutation: 'condition → false',
    reason:
      'Equivalent: the requests of an earlier worker are no longer in `waiting`, and `ask` has a new id for each request.',
  },
  {
    file: 'src/node/workerRequests.ts',
    line: 'if (worker !== started) return;',
    mutation: 'return removed',
    reason:
      'Equivalent: the requests of an earlier worker are no longer in `waiting`, and `ask` has a new id for each request.',
  },
  {
    file: 'src/node/workerRequests.ts',
    line: 'waiting.get(id)?.resolve(content);',
    mutation: 'optional chaining → plain',
    reason: 'Equivalent: the worker answers each request once, so the request is in `waiting`.',
  },
  {
    file: 'src/node/workerRequests.ts',
    line: "parentPort?.on('message', ({ id, content }: Message<never>) => {",
    mutation: 'optional chaining → plain',
    reason: 'Equivalent: a worker has a parent port.',
  },
  {
    file: 'src/node/workerRequests.ts',
    line: 'parentPort?.postMessage(message);',
    mutation: 'optional chaining → plain',
    reason: 'Equivalent: a worker has a parent port.',
  },
  {
    file: 'src/node/workerRequests.ts',
    line: 'lastId += 1;',
    mutation: '+= → -=',
    reason: 'Equivalent: the ids of the requests stay distinct.',
  },
  {
    file: 'src/node/workerRequests.ts',
    line: 'lastId += 1;',
    mutation: 'number + 1',
    reason: 'Equivalent: the ids of the requests stay distinct.',
  },
  {
    file: 'src/node/workerRequests.ts',
    line: 'started.unref();',
    mutation: 'call removed',
    reason: 'Harmless: VS Code ends the process of the extensions itself.',
  },
  {
    file: 'src/node/workerTokenCounter.ts',
    line: 'const idleMilliseconds = 120_000;',
    mutation: 'number + 1',
    reason: 'Harmless: the idle time differs by one millisecond.',
  },
  {
    file: 'src/node/workerTokenCounter.ts',
    line: 'const idleMilliseconds = 120_000;',
    mutation: 'number - 1',
    reason: 'Harmless: the idle time differs by one millisecond.',
  },
];
