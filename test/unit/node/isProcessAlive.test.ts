import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isProcessAlive, processStart } from '../../../src/node/isProcessAlive.ts';
import { cleanUpAfterEach } from '../cleanUp.ts';

describe('processStart', () => {
  const cleanUp = cleanUpAfterEach();
  const { pid } = process;
  beforeEach(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('returns the same text after a process has allocated memory', () => {
    const start = processStart(pid);
    const memory = Buffer.alloc(64 * 1024 * 1024);
    assert.equal(processStart(pid), start);
    assert.equal(memory.at(-1), 0);
  });

  it('returns the same text after a process has changed its name, even if the name contains spaces and brackets', () => {
    const start = processStart(pid);
    const { title } = process;
    cleanUp(() => {
      process.title = title;
    });
    process.title = 'a) b (c';
    assert.equal(processStart(pid), start);
  });

  it('returns different texts for a process and its child process, and undefined when the child process has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    cleanUp(() => child.kill('SIGKILL'));
    await once(child, 'spawn');
    const start = processStart(child.pid!);
    assert.match(start ?? '', /^\d+$/);
    assert.notEqual(start, processStart(pid));
    const noted = { pid: child.pid!, at: Date.now(), processStart: start };
    assert.equal(isProcessAlive(noted), true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(processStart(child.pid!), undefined);
    assert.equal(isProcessAlive(noted), false);
  });
});

describe('isProcessAlive', () => {
  const cleanUp = cleanUpAfterEach();

  it('returns true for a process that belongs to another user and cannot be signalled', async function () {
    if (process.platform === 'win32') return this.skip();
    const isRoot = process.getuid?.() === 0;
    const child = isRoot ? spawn('sleep', ['60'], { uid: 65_534 }) : undefined;
    cleanUp(() => child?.kill('SIGKILL'));
    if (child !== undefined) await once(child, 'spawn');
    // Process 1 belongs to root.
    const pid = child?.pid ?? 1;
    // Without root privileges, the system refuses the signal.
    if (isRoot) process.seteuid?.(65_533);
    try {
      assert.throws(() => process.kill(pid, 0), { code: 'EPERM' });
      assert.equal(isProcessAlive({ pid, at: Date.now() }), true);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    return undefined;
  });
});
