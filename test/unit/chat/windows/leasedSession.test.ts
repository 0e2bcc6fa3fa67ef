import { strict as assert } from 'node:assert';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { emptyTranscript } from '../../../../src/chat/messages/transcript.ts';
import { LeasedSession } from '../../../../src/chat/windows/leasedSession.ts';
import { createSessionLeases, type SessionLeases } from '../../../../src/chat/windows/sessionLease.ts';
import type { AccessChange } from '../../../../src/chat/windows/windows.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';

describe('LeasedSession', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  let leaseFile: string;
  let other: SessionLeases;
  /** The number of milliseconds by which the clock of the leases is ahead of the real time. */
  let passed = 0;
  const windowLeases = (id: string, host = 'here') =>
    createSessionLeases({
      files: createNodeFileStore(folder),
      folder: 'sessions',
      owner: { id, pid: process.pid, processStart: undefined, host },
      isAlive: () => true,
      now: () => Date.now() + passed,
    });

  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    leaseFile = path.join(folder, 'sessions', 's.lease');
    other = windowLeases('other');
    passed = 0;
  });

  /**
   * Opens the session `s` in a window, and returns the session as `access`. No files are watched: a test calls
   * `reportFile` to report a file change. `reads` counts the calls of `holder` since the session was opened. Each call
   * of `holder` reads the lease.
   */
  const open = async () => {
    const leases = windowLeases('this');
    const opened: {
      reads: number;
      readonly changes: AccessChange[];
      /** The value of `isBusy` in each call of `setBusy`, in order. */
      readonly marks: boolean[];
      isWatching: boolean;
      reportFile: (name: string | undefined) => void;
      beforeAcquired: () => Promise<void>;
      beforeTakenOver: () => Promise<void>;
    } = {
      reads: 0,
      changes: [],
      marks: [],
      isWatching: false,
      reportFile: () => undefined,
      beforeAcquired: async () => Promise.resolve(),
      beforeTakenOver: async () => Promise.resolve(),
    };
    let nextChange = Promise.withResolvers<AccessChange>();
    const access = await LeasedSession.open(
      's',
      {
        leases: {
          ...leases,
          holder: async (id) => {
            opened.reads += 1;
            return leases.holder(id);
          },
          acquire: async (id) => {
            await opened.beforeAcquired();
            return leases.acquire(id);
          },
          setBusy: async (id, isBusy) => {
            opened.marks.push(isBusy);
            return leases.setBusy(id, isBusy);
          },
          takeOver: async (id) => {
            const isTaken = await leases.takeOver(id);
            await opened.beforeTakenOver();
            return isTaken;
          },
        },
        watch: (_, onDidChange) => {
          Object.assign(opened, { reportFile: onDidChange, isWatching: true });
          return () => (opened.isWatching = false);
        },
        loadTranscript: async () => Promise.resolve(emptyTranscript),
      },
      (change) => {
        opened.changes.push(change);
        nextChange.resolve(change);
        nextChange = Promise.withResolvers();
      },
    );
    opened.reads = 0;
    cleanUp(async () => access.close());
    return Object.assign(opened, { access, nextChange: async () => nextChange.promise });
  };
  /** Reads the lease in another window several times, so that unwanted reads in this window have time to happen. */
  const passTime = async () => {
    for (let count = 0; count < 20; count += 1) await other.holder('s');
  };

  it('reads the lease once for each reported file change', async () => {
    await other.acquire('s');
    const window = await open();
    for (const count of [1, 2]) {
      const changed = window.nextChange();
      window.reportFile('s.jsonl');
      assert.equal(await changed, 'written');
      await passTime();
      assert.equal(window.reads, count);
    }
  });

  it('reads the lease only once more for all file changes that are reported during a read', async () => {
    await other.acquire('s');
    const window = await open();
    for (let count = 0; count < 5; count += 1) window.reportFile('s.lease');
    await window.nextChange();
    await window.nextChange();
    await passTime();
    assert.deepEqual([window.reads, window.changes], [2, ['written', 'written']]);
  });

  it('ignores changes to files of other sessions, and to its own session file while this window holds the lease', async () => {
    const holder = await open();
    for (const name of ['s.jsonl', 't.lease', 't.jsonl']) holder.reportFile(name);
    await passTime();
    assert.deepEqual([holder.reads, holder.changes], [0, []]);
  });

  it('reads the lease if the system does not tell which file has changed', async () => {
    const holder = await open();
    holder.reportFile(undefined);
    await passTime();
    assert.deepEqual([holder.reads, holder.changes], [1, []]);
  });

  it('ignores temporary files of the session while another window holds the lease', async () => {
    await other.acquire('s');
    const reader = await open();
    for (const name of ['s.lease.1.tmp', 's.jsonl.1.tmp', 't.jsonl', 'ts.jsonl']) reader.reportFile(name);
    await passTime();
    assert.deepEqual([reader.reads, reader.changes], [0, []]);
    for (const name of ['s.jsonl', 's.1.jsonl']) {
      const changed = reader.nextChange();
      reader.reportFile(name);
      assert.equal(await changed, 'written');
    }
  });

  it('reports `lost` once if `begin` finds another holder of the lease, even if no file change was reported', async () => {
    const window = await open();
    assert.equal(await other.takeOver('s'), true);
    await other.setBusy('s', true);
    assert.equal(window.access.isReadOnly, false);
    assert.equal(await window.access.begin(), false);
    assert.deepEqual([window.access.isReadOnly, window.access.isBusyElsewhere, window.changes], [true, true, ['lost']]);
    assert.equal(await window.access.begin(), false);
    assert.deepEqual(window.changes, ['lost']);
  });

  it('is not busy elsewhere if this window holds the lease', async () => {
    const { access } = await open();
    assert.deepEqual([access.isReadOnly, access.isBusyElsewhere], [false, false]);
  });

  it('acquires the lease again at the next request, and reports `gained`, if the lease file was deleted', async () => {
    const { access, changes } = await open();
    await rm(leaseFile);
    assert.equal(await access.begin(), true);
    assert.deepEqual(changes, ['gained']);
    assert.deepEqual(await other.holder('s'), { who: 'other', isBusy: true });
    await access.end();
  });

  it('keeps the lease busy until the last of several requests has ended', async () => {
    const { access } = await open();
    assert.deepEqual([await access.begin(), await access.begin()], [true, true]);
    await access.end();
    assert.equal((await other.holder('s')).isBusy, true);
    await access.end();
    assert.equal((await other.holder('s')).isBusy, false);
  });

  it('refuses new requests after `close`, and releases the lease only when the last running request has ended', async () => {
    const window = await open();
    const { access } = window;
    assert.equal(window.isWatching, true);
    await access.begin();
    const closing = access.close();
    assert.equal(await access.begin(), false);
    await passTime();
    assert.deepEqual(await other.holder('s'), { who: 'other', isBusy: true });
    await access.end();
    await closing;
    assert.equal((await other.holder('s')).who, 'nobody');
    assert.equal(window.isWatching, false);
  });

  it('takes over a session without reporting a change', async () => {
    await other.acquire('s');
    const { access, changes } = await open();
    assert.equal(await access.takeOver(), true);
    assert.deepEqual([access.isReadOnly, changes, (await other.holder('s')).who], [false, [], 'other']);
  });

  it('does not report `gained` when the lease file changes during a takeover by this window', async () => {
    await other.acquire('s');
    const window = await open();
    window.beforeTakenOver = async () => {
      window.reportFile('s.lease');
      await passTime();
    };
    assert.equal(await window.access.takeOver(), true);
    await passTime();
    assert.deepEqual([window.access.isReadOnly, window.changes], [false, []]);
  });

  it('keeps the lease busy when the window that holds the lease calls `takeOver`', async () => {
    const { access } = await open();
    await access.begin();
    assert.equal(await access.takeOver(), true);
    assert.equal((await other.holder('s')).isBusy, true);
    await access.end();
  });

  it('is read-only if the lease file cannot be read', async () => {
    await mkdir(leaseFile, { recursive: true });
    const { access } = await open();
    assert.deepEqual([access.isReadOnly, access.isBusyElsewhere], [true, false]);
    await access.close();
  });

  it('takes over a session that nobody holds any more', async () => {
    await other.acquire('s');
    const { access } = await open();
    await other.release('s');
    assert.equal(await access.takeOver(), true);
    assert.equal((await other.holder('s')).who, 'other');
  });

  it('does not take over a busy session', async () => {
    await other.acquire('s');
    await other.setBusy('s', true);
    const { access } = await open();
    assert.equal(access.isBusyElsewhere, true);
    assert.equal(await access.takeOver(), false);
    assert.equal(access.isReadOnly, true);
  });

  it('gains the session when the other window releases the lease', async () => {
    await other.acquire('s');
    const window = await open();
    await other.release('s');
    const changed = window.nextChange();
    window.reportFile('s.lease');
    assert.equal(await changed, 'gained');
    assert.equal(window.access.isReadOnly, false);
  });

  it('stays read-only if a third window acquires the free lease first', async () => {
    await other.acquire('s');
    const window = await open();
    await other.release('s');
    const third = windowLeases('third');
    const acquired = Promise.withResolvers<undefined>();
    window.beforeAcquired = async () => {
      await third.acquire('s');
      await third.setBusy('s', true);
      acquired.resolve(undefined);
    };
    window.reportFile('s.lease');
    await acquired.promise;
    // Resolves after the attempt to acquire the lease.
    assert.equal(await window.access.takeOver(), false);
    assert.deepEqual([window.access.isReadOnly, window.changes], [true, []]);
  });

  it('reports no change after `close`, and does not keep a lease that was acquired meanwhile', async () => {
    await other.acquire('s');
    const reader = await open();
    reader.reportFile('s.jsonl');
    await reader.access.close();
    assert.deepEqual(reader.changes, []);
    const gaining = await open();
    await other.release('s');
    const closed = Promise.withResolvers<undefined>();
    gaining.beforeAcquired = async () => {
      gaining.access.close().then(() => closed.resolve(undefined), closed.reject);
      return Promise.resolve();
    };
    gaining.reportFile('s.lease');
    await closed.promise;
    assert.deepEqual([gaining.changes, (await other.holder('s')).who], [[], 'nobody']);
  });

  it('does not count a request if its lease cannot be marked as busy', async () => {
    const { access } = await open();
    await rm(leaseFile);
    await mkdir(leaseFile);
    await assert.rejects(access.begin());
    await rmdir(leaseFile);
    assert.equal(await access.begin(), true);
    await access.end();
    assert.equal((await other.holder('s')).isBusy, false);
  });

  it('ignores a lease file that cannot be read, and reads the lease again at the next change', async () => {
    await other.acquire('s');
    const window = await open();
    await rm(leaseFile);
    await mkdir(leaseFile);
    window.reportFile('s.lease');
    await passTime().catch(() => undefined);
    assert.equal(window.reads, 1);
    await rmdir(leaseFile);
    await other.acquire('s');
    const changed = window.nextChange();
    window.reportFile('s.lease');
    assert.equal(await changed, 'written');
  });

  describe('polling', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
    afterEach(() => mock.timers.reset());

    it('checks the holder every two seconds while the session is read-only, but not after `close`', async () => {
      await other.acquire('s');
      const window = await open();
      mock.timers.tick(1_999);
      assert.equal(window.reads, 0);
      mock.timers.tick(1);
      assert.equal(window.reads, 1);
      mock.timers.tick(4_000);
      assert.equal(window.reads, 3);
      await window.access.close();
      mock.timers.tick(10_000);
      assert.equal(window.reads, 3);
    });

    it('reports that the reply of another computer has probably ended, although no file has changed', async () => {
      const there = windowLeases('there', 'there');
      await there.acquire('s');
      await there.setBusy('s', true);
      const window = await open();
      assert.equal(window.access.isBusyElsewhere, true);
      passed += 61_000;
      const changed = window.nextChange();
      mock.timers.tick(2_000);
      assert.equal(await changed, 'busy');
      assert.equal(window.access.isBusyElsewhere, false);
    });

    it('does not check the holder while this window holds the session', async () => {
      await other.acquire('s');
      const taken = await open();
      await taken.access.takeOver();
      mock.timers.tick(10_000);
      assert.equal(taken.reads, 0);
    });

    it('checks the holder after the session was lost', async () => {
      const window = await open();
      await other.takeOver('s');
      await window.access.begin();
      window.reads = 0;
      mock.timers.tick(2_000);
      assert.equal(window.reads, 1);
    });

    it('marks its lease as busy every ten seconds while a request runs, but not afterwards', async () => {
      const { access, marks } = await open();
      const tick = async (milliseconds: number) => {
        mock.timers.tick(milliseconds);
        // Resolves after all earlier writes of the lease.
        await access.takeOver();
      };
      await access.begin();
      await access.begin();
      await tick(9_999);
      assert.deepEqual(marks, [true]);
      await tick(1);
      assert.deepEqual(marks, [true, true]);
      await access.end();
      await tick(10_000);
      assert.deepEqual(marks, [true, true, true]);
      // The last request ends before the lease is marked.
      mock.timers.tick(10_000);
      await access.end();
      await tick(30_000);
      assert.deepEqual(marks, [true, true, true, false]);
    });
  });
});
