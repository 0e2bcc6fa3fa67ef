import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  createDataDeletions,
  effectiveId,
  type DataDeletionDependencies,
} from '../../../../src/chat/windows/dataDeletions.ts';
import { waitForOtherWindows } from '../../../../src/chat/windows/otherWindows.ts';
import { createSessionLeases } from '../../../../src/chat/windows/sessionLease.ts';
import { createFolderWatch } from '../../../../src/node/folderWatch.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';

describe('createDataDeletions', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
  });

  interface WindowOptions {
    readonly isAlive?: DataDeletionDependencies['isAlive'];
    readonly host?: string;
    readonly processStart?: string;
    readonly processSpace?: string;
    readonly now?: () => number;
    readonly files?: FileStore;
  }
  const open = (
    id: string,
    {
      isAlive = () => true,
      host = 'here',
      processStart,
      processSpace,
      now = Date.now,
      files = createNodeFileStore(folder),
    }: WindowOptions = {},
  ) =>
    createDataDeletions({
      files,
      watch: createFolderWatch(folder),
      owner: { id, pid: process.pid, processStart, processSpace, host },
      isAlive,
      createId: randomUUID,
      now,
    });

  /** Begins a deletion and the removal of its files, but never ends the deletion, as if its window had crashed. */
  const beginRemoving = async (...window: Parameters<typeof open>) => {
    const deletions = open(...window);
    const deletion = await deletions.begin();
    await deletions.startRemoving(deletion);
    return deletion;
  };

  it('tells other windows that a deletion begins and ends', async () => {
    const [one, two] = [open('one'), open('two')];
    const announced = Promise.withResolvers<undefined>();
    cleanUp(two.watch(() => announced.resolve(undefined)));
    const deletion = await one.begin();
    await announced.promise;
    assert.deepEqual(await two.last(), deletion);
    const ended = two.ended(deletion);
    await one.end(deletion, 'done');
    assert.equal(await ended, deletion.id);
    assert.equal(effectiveId(await two.last()), deletion.id);
  });

  it('resolves `ended` with the earlier effective deletion after a cancelled deletion', async () => {
    const [one, two] = [open('one'), open('two')];
    const first = await one.begin();
    await one.end(first, 'done');
    const second = await one.begin();
    const ended = two.ended(second);
    await one.end(second, 'cancelled');
    assert.equal(await ended, first.id);
    assert.equal(effectiveId(await two.last()), first.id);
  });

  for (const state of ['cancelled', 'done'] as const) {
    for (const nextState of ['cancelled', 'done', 'crashed', 'crashed while removing'] as const) {
      it(`when \`ended\` misses the end of a ${state} deletion, it waits for the next deletion, which is ${nextState}`, async () => {
        let isAlive = true;
        const [one, two] = [open('one'), open('two', { isAlive: () => isAlive })];
        const first = await one.begin();
        await one.end(first, 'done');
        const missed = await one.begin();
        await one.end(missed, state);
        const next = await one.begin();
        let isEnded = false;
        const ended = two.ended(missed).finally(() => (isEnded = true));
        // If `ended` did not wait, it would have resolved after two reads of the file.
        for (let reads = 0; reads < 10; reads += 1) await two.last();
        assert.equal(isEnded, false);
        if (nextState === 'crashed while removing') await one.startRemoving(next);
        if (nextState === 'cancelled' || nextState === 'done') await one.end(next, nextState);
        else isAlive = false;
        const isNextDone = nextState === 'done' || nextState === 'crashed while removing';
        assert.equal(await ended, isNextDone ? next.id : state === 'done' ? missed.id : first.id);
      });
    }
  }

  it('waits five minutes for the next deletion, too, if it began on another computer whose clock is ahead', async () => {
    let time = 0;
    const there = open('there', { host: 'there', now: () => 24 * 60 * 60_000 });
    const missed = await there.begin();
    let reads = 0;
    const files = createFaultyStore(createNodeFileStore(folder), (operation) => {
      if (operation === 'read') reads += 1;
      return undefined;
    });
    let isEnded = false;
    const waitForReads = async (count: number) => {
      while (reads < count && !isEnded) await setTimeout(10);
    };
    const ended = open('here', { files, now: () => time }).ended(missed);
    void ended.finally(() => (isEnded = true));
    await waitForReads(1);
    time = 4 * 60_000;
    const next = await there.begin();
    await there.startRemoving(next);
    await waitForReads(reads + 2);
    time = 8 * 60_000;
    await waitForReads(reads + 2);
    assert.equal(isEnded, false);
    time = 9 * 60_000;
    assert.equal(await ended, next.id);
  });

  it('resolves `ended` with the earlier effective deletion if the announcement of a cancelled deletion was lost', async () => {
    const [one, two] = [open('one'), open('two')];
    const first = await one.begin();
    await one.end(first, 'done');
    const second = await one.begin();
    await one.end(second, 'cancelled');
    await createNodeFileStore(folder).remove('deletion.json');
    assert.equal(await two.ended({ ...second, state: 'cancelled' }), first.id);
    assert.equal(await two.ended(second), second.id);
  });

  it('resolves `ended` with the deletion when the deleting window has crashed after it has begun to remove files', async () => {
    let isAlive = true;
    const two = open('two', { isAlive: () => isAlive });
    const deletion = await beginRemoving('one');
    const ended = two.ended(deletion);
    isAlive = false;
    assert.equal(await ended, deletion.id);
    assert.equal(effectiveId(await two.last()), deletion.id);
  });

  it('counts a deletion as cancelled when its window has crashed before it began to remove files', async () => {
    let isAlive = true;
    const [one, two] = [open('one'), open('two', { isAlive: () => isAlive })];
    const first = await one.begin();
    await one.end(first, 'done');
    const second = await one.begin();
    const ended = two.ended(second);
    assert.equal((await two.last())?.state, 'running');
    isAlive = false;
    assert.equal(await ended, first.id);
    assert.equal(effectiveId(await two.last()), first.id);
    assert.equal((await two.begin()).previousId, first.id);
  });

  it('counts a deletion by an earlier version as done when its window has crashed', async () => {
    const { isRemoving, ...deletion } = await open('one').begin();
    await createNodeFileStore(folder).write('deletion.json', JSON.stringify({ version: 1, ...deletion }));
    const two = open('two', { isAlive: () => false });
    assert.equal(await two.ended(deletion), deletion.id);
    assert.equal(effectiveId(await two.last()), deletion.id);
  });

  it('resolves `ended` with undefined for a deletion that waited on another computer for five minutes', async () => {
    const deletion = await open('one', { host: 'there', now: () => Date.now() - 5 * 60_000 }).begin();
    assert.equal(await open('two').ended(deletion), undefined);
    assert.equal(effectiveId(await open('two').last()), undefined);
    await createNodeFileStore(folder).remove('deletion.json');
    let time = Date.now();
    const ahead = await open('one', { host: 'there', now: () => time + 24 * 60 * 60_000 }).begin();
    assert.equal(await open('two', { now: () => (time += 60_000) }).ended(ahead), undefined);
  });

  it('passes the start time of the deleting window’s process to `isAlive`', async () => {
    let started: string | undefined;
    const deletion = await beginRemoving('one', { processStart: '4711' });
    const isAlive: DataDeletionDependencies['isAlive'] = ({ processStart }) => {
      started = processStart;
      return false;
    };
    assert.equal(await open('two', { isAlive }).ended(deletion), deletion.id);
    assert.equal(started, '4711');
  });

  it('resolves `ended` with the deletion if it began on another computer five minutes ago', async () => {
    const deletion = await beginRemoving('one', { host: 'there', now: () => Date.now() - 5 * 60_000 });
    assert.equal(await open('two').ended(deletion), deletion.id);
  });

  it('waits exactly five minutes for a running deletion that began on another computer', async () => {
    const deletion = await beginRemoving('one', { host: 'there', now: () => 0 });
    const times = [0, 299_999, 300_000];
    const read: number[] = [];
    const now = () => {
      read.push(times[read.length] ?? Infinity);
      return read.at(-1) ?? 0;
    };
    assert.equal(await open('two', { now }).ended(deletion), deletion.id);
    assert.deepEqual(read, times);
  });

  it('resolves `ended` with the deletion after five minutes if the clock of the other computer is ahead', async () => {
    let time = Date.now();
    const deletion = await beginRemoving('one', { host: 'there', now: () => time + 24 * 60 * 60_000 });
    const ended = open('two', { now: () => (time += 60_000) }).ended(deletion);
    assert.equal(await ended, deletion.id);
  });

  it('waits for a deletion that began in a container with the same host name, because the container’s processes cannot be looked up', async () => {
    const one = open('one', { processSpace: 'container' });
    const two = open('two', { processSpace: 'computer', isAlive: () => false });
    const deletion = await one.begin();
    const ended = two.ended(deletion);
    await one.end(deletion, 'cancelled');
    assert.equal(await ended, undefined);
  });

  it('looks up the process of a window that did not name its process space', async () => {
    const deletion = await beginRemoving('one');
    const two = open('two', { processSpace: 'computer', isAlive: () => false });
    assert.equal(await two.ended(deletion), deletion.id);
  });

  it('waits while the announcement cannot be read, but at most five minutes', async () => {
    let [time, failures] = [0, 0];
    const files = createFaultyStore(createNodeFileStore(folder), (operation) => {
      if (operation !== 'read' || failures === 0) return undefined;
      failures -= 1;
      return 'EIO';
    });
    const one = open('one');
    const deletion = await one.begin();
    await one.end(deletion, 'cancelled');
    failures = 1;
    assert.equal(await open('two', { files }).ended(deletion), undefined);
    failures = 2;
    assert.equal(await open('two', { files, now: () => (time += 4 * 60_000) }).ended(deletion), deletion.id);
    assert.equal(failures, 0);
  });

  it('announces the end of a deletion as soon as the disk accepts it', async () => {
    let isFull = false;
    const files = createFaultyStore(createNodeFileStore(folder), (operation) =>
      operation === 'write' && isFull ? 'ENOSPC' : undefined,
    );
    const [one, two] = [open('one', { files }), open('two')];
    const deletion = await one.begin();
    isFull = true;
    await assert.rejects(async () => one.end(deletion, 'cancelled'), { code: 'ENOSPC' });
    assert.equal((await two.last())?.state, 'running');
    const ended = two.ended(deletion);
    isFull = false;
    assert.equal(await ended, undefined);
  });

  it('announces no deletion while the last one cannot be read, because its id would be lost', async () => {
    let isBroken = false;
    const files = createFaultyStore(createNodeFileStore(folder), (operation) =>
      operation === 'read' && isBroken ? 'EIO' : undefined,
    );
    const one = open('one', { files });
    const first = await one.begin();
    isBroken = true;
    await assert.rejects(async () => one.begin(), { code: 'EIO' });
    assert.equal((await open('two').begin()).previousId, first.id);
  });

  describe('after the disk has refused the end of a deletion', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
    afterEach(() => mock.timers.reset());

    /** Lets window `one` cancel a deletion while the disk refuses its end. `read` resolves at the next read of `one`. */
    const cancelUnannounced = async () => {
      let isFull = false;
      let reads = Promise.withResolvers<undefined>();
      const files = createFaultyStore(createNodeFileStore(folder), (operation) => {
        if (operation === 'read') reads.resolve(undefined);
        return operation === 'write' && isFull ? 'ENOSPC' : undefined;
      });
      const one = open('one', { files });
      const deletion = await one.begin();
      isFull = true;
      await assert.rejects(async () => one.end(deletion, 'cancelled'), { code: 'ENOSPC' });
      reads = Promise.withResolvers();
      return { one, deletion, read: async () => reads.promise, setFull: (value: boolean) => (isFull = value) };
    };

    it('announces the end before the next deletion, so that the next deletion does not name a cancelled deletion', async () => {
      const { one, setFull } = await cancelUnannounced();
      await assert.rejects(async () => one.begin(), { code: 'ENOSPC' });
      setFull(false);
      const next = await one.begin();
      assert.equal(next.previousId, undefined);
      mock.timers.tick(5_000);
      await one.end(next, 'done');
      assert.deepEqual(await one.last(), { ...next, state: 'done' });
    });

    it('does not replace the announcement of the next deletion, by another window', async () => {
      const { one, deletion, read, setFull } = await cancelUnannounced();
      const next = await open('two').begin();
      setFull(false);
      mock.timers.tick(1_000);
      await read();
      // The window would announce the end of its deletion before it begins the next one.
      const last = await one.begin();
      assert.deepEqual([last.previousId, deletion.previousId], [next.id, undefined]);
    });
  });

  it('ignores a file that is not a valid announcement', async () => {
    await createNodeFileStore(folder).write('deletion.json', '{"version":1,"id":{}}');
    assert.equal(await open('one').last(), undefined);
  });

  it('ignores a running deletion whose process id is 0 or negative, because such a process always seems to run', async () => {
    const [one, files] = [open('one'), createNodeFileStore(folder)];
    const deletion = await one.begin();
    for (const pid of [0, -1]) {
      const damaged = { version: 1, ...deletion, owner: { ...deletion.owner, pid } };
      await files.write('deletion.json', JSON.stringify(damaged));
      assert.equal(await one.last(), undefined);
    }
  });

  describe('waitForOtherWindows', () => {
    const leasesOf = (id: string, leaseFolder: string) =>
      createSessionLeases({
        files: createNodeFileStore(folder),
        folder: leaseFolder,
        owner: { id, pid: process.pid, processStart: undefined, host: 'here' },
        isAlive: () => true,
        now: Date.now,
      });
    const wait = async (timeout: number, store = createNodeFileStore(folder)) =>
      waitForOtherWindows({
        stores: [store],
        owner: { id: 'one', pid: process.pid, processStart: undefined, host: 'here' },
        isAlive: () => true,
        now: Date.now,
        timeout,
      });

    it('resolves with true when the other windows have released their leases', async () => {
      const leases = leasesOf('two', 'sessions');
      await leases.acquire('draft');
      const waiting = wait(10_000);
      await leases.release('draft');
      assert.equal(await waiting, true);
    });

    it('resolves with false if another window holds a session or a detached request after the timeout', async () => {
      for (const leaseFolder of ['sessions', 'detachedRequests']) {
        const leases = leasesOf('two', leaseFolder);
        await leases.acquire('a');
        assert.equal(await wait(0), false);
        await leases.release('a');
      }
    });

    it('reads the leases every 100 milliseconds until the timeout', async () => {
      await leasesOf('two', 'sessions').acquire('a');
      let lists = 0;
      const store = createFaultyStore(createNodeFileStore(folder), (operation, name) => {
        if (operation === 'list' && name === 'sessions') lists += 1;
        return undefined;
      });
      assert.equal(await wait(200, store), false);
      assert.equal(lists, 3);
    });

    it("ignores this window's own leases", async () => {
      await leasesOf('one', 'sessions').acquire('a');
      assert.equal(await wait(0), true);
    });
  });
});
