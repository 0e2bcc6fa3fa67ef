import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyTranscript } from '../../../../src/chat/messages/transcript.ts';
import { LeasedSession } from '../../../../src/chat/windows/leasedSession.ts';
import type { AccessChange } from '../../../../src/chat/windows/windows.ts';
import { createSessionLeases, type LeaseOwner, type SessionLeases } from '../../../../src/chat/windows/sessionLease.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { createFolderWatch } from '../../../../src/node/folderWatch.ts';
import { isProcessAlive, processStart } from '../../../../src/node/isProcessAlive.ts';
import { WriteBuffer } from '../../../../src/node/writeBuffer.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore, writes } from '../../faultyStore.ts';

describe('session lease', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
  });

  const windowLeases = (
    id: string,
    owner: Partial<LeaseOwner> = {},
    now = Date.now,
    files = createNodeFileStore(folder),
  ) =>
    createSessionLeases({
      files,
      folder: 'sessions',
      owner: { id, pid: process.pid, processStart: undefined, host: 'here', ...owner },
      isAlive: isProcessAlive,
      now,
    });
  const openAccess = async (id: string, leases: SessionLeases, onDidChange: (change: AccessChange) => void) => {
    const loadTranscript = async () => Promise.resolve(emptyTranscript);
    return LeasedSession.open(id, { leases, watch: createFolderWatch(folder), loadTranscript }, onDidChange);
  };
  /** Returns a WriteBuffer whose disk refuses writes while `isFull` is true. */
  const fullDisk = () => {
    const state = { isFull: false };
    const disk = createFaultyStore(createNodeFileStore(folder), (operation) =>
      writes.has(operation) && state.isFull ? 'ENOSPC' : undefined,
    );
    const buffer = new WriteBuffer({
      files: disk,
      onDidChange: () => undefined,
      ask: async () => Promise.resolve('keep'),
    });
    cleanUp(() => buffer.dispose());
    return Object.assign(state, { files: buffer.files, retry: async () => buffer.retry() });
  };
  const leaseFile = (id: string) => path.join(folder, 'sessions', `${id}.lease`);
  const twoWindows = () => [windowLeases('one'), windowLeases('two')] as const;

  it('is acquired by only one of eight windows that try at once', async () => {
    const windows = Array.from({ length: 8 }, (_, index) => windowLeases(`window ${index}`));
    const taken = await Promise.all(windows.map(async (leases) => leases.acquire('s')));
    assert.equal(taken.filter(Boolean).length, 1);
    const holders = await Promise.all(windows.map(async (leases) => (await leases.holder('s')).who));
    assert.deepEqual(
      holders,
      taken.map((isTaken) => (isTaken ? 'this' : 'other')),
    );
  });

  it('is refused to a second window until the first window releases the lease', async () => {
    const [one, two] = twoWindows();
    assert.equal(await one.acquire('s'), true);
    assert.equal(await one.acquire('s'), true);
    assert.equal(await two.acquire('s'), false);
    assert.equal(await two.setBusy('s', true), false);
    assert.equal(await two.acquire('another'), true);
    await two.release('s');
    assert.equal((await one.holder('s')).who, 'this');
    await one.release('s');
    assert.equal((await two.holder('s')).who, 'nobody');
    assert.equal(await two.acquire('s'), true);
    await two.release('another');
    assert.deepEqual(await readdir(path.join(folder, 'sessions')), ['s.lease']);
  });

  it('has a version, and counts as held by another window if it has a newer version and unknown fields', async () => {
    const one = windowLeases('one');
    await one.acquire('s');
    assert.equal((JSON.parse(await readFile(leaseFile('s'), 'utf8')) as { version: number }).version, 1);
    const newer = '{"version":2,"owner":{"pid":1}}';
    await writeFile(leaseFile('s'), newer);
    assert.deepEqual(await one.holder('s'), { who: 'other', isBusy: false });
    assert.equal(await one.acquire('s'), false);
    assert.equal(await one.setBusy('s', true), false);
    await one.release('s');
    assert.deepEqual([...(await one.heldElsewhere())], [['s', false]]);
    assert.equal(await one.takeOver('s'), false);
    assert.equal(await readFile(leaseFile('s'), 'utf8'), newer);
  });

  it('of a newer version cannot be taken over until its window is gone or, if it is not understood, for a week', async () => {
    await windowLeases('newer').acquire('s');
    const known = JSON.parse(await readFile(leaseFile('s'), 'utf8')) as object;
    const newer = JSON.stringify({ ...known, version: 2, streams: ['a'] });
    await writeFile(leaseFile('s'), newer);
    await writeFile(leaseFile('t'), '{"version":2,"owner":{"pid":1}}');
    let time = Date.now();
    const one = windowLeases('one', {}, () => time);
    assert.deepEqual([await one.takeOver('s'), await one.acquire('s')], [false, false]);
    assert.equal(await readFile(leaseFile('s'), 'utf8'), newer);
    await writeFile(leaseFile('s'), JSON.stringify({ ...known, version: 2, pid: 999_999_999 }));
    assert.equal(await one.takeOver('s'), true);
    time += 6 * 24 * 60 * 60_000;
    assert.equal(await one.takeOver('t'), false);
    time += 2 * 24 * 60 * 60_000;
    assert.equal(await one.takeOver('t'), true);
  });

  it('counts as held by another window if its file cannot be read, and does not hide the other leases', async () => {
    let isUnreadable = true;
    const faulty = createFaultyStore(createNodeFileStore(folder), (operation, name) => {
      if (name !== 'sessions/s.lease') return undefined;
      if (operation === 'write') isUnreadable = false;
      return operation === 'read' && isUnreadable ? 'EACCES' : undefined;
    });
    const [one, two] = [windowLeases('one'), windowLeases('two', {}, Date.now, faulty)];
    await one.acquire('s');
    await one.acquire('t');
    await mkdir(path.join(folder, 'sessions', 'crashed.lease'));
    await writeFile(leaseFile('free'), '');
    assert.equal(await two.acquire('s'), false);
    await two.release('s');
    assert.deepEqual(new Set((await two.heldElsewhere()).keys()), new Set(['s', 't', 'crashed']));
    assert.deepEqual(await two.abandoned(), ['free']);
    await assert.rejects(two.holder('s'), { code: 'EACCES' });
    assert.equal(await two.takeOver('s'), true);
    assert.equal((await one.holder('s')).who, 'other');
  });

  it('is free if the process of its window has died', async () => {
    const dead = spawn(process.execPath, ['-e', '']);
    await once(dead, 'exit');
    assert.equal(await windowLeases('crashed', { pid: dead.pid ?? 0 }).acquire('s'), true);
    const one = windowLeases('one');
    assert.deepEqual(await one.holder('s'), { who: 'nobody', isBusy: false });
    assert.deepEqual(await one.heldElsewhere(), new Map());
    assert.equal(await one.acquire('s'), true);
    const two = windowLeases('two');
    assert.deepEqual(await two.holder('s'), { who: 'other', isBusy: false });
    assert.equal(await two.acquire('s'), false);
  });

  it('is acquired by only one of eight windows that find the lease of a crashed window at once', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `s${index}`);
    for (const id of ids) {
      await windowLeases('crashed', { pid: 999_999_999 }).acquire(id);
      const windows = Array.from({ length: 8 }, (_, index) => windowLeases(`window ${index}`));
      const taken = await Promise.all(windows.map(async (leases) => leases.acquire(id)));
      assert.equal(taken.filter(Boolean).length, 1);
      assert.equal((await windows[taken.indexOf(true)]!.holder(id)).who, 'this');
    }
    assert.deepEqual(
      (await readdir(path.join(folder, 'sessions'))).toSorted(),
      ids.map((id) => `${id}.lease`).toSorted(),
    );
  });

  it('is acquired after a second window crashed while it replaced the lease of a crashed window', async () => {
    await windowLeases('crashed', { pid: 999_999_999 }).acquire('s');
    const withoutReplacing = {
      ...createNodeFileStore(folder),
      write: async () => Promise.reject(new Error('Killed.')),
    };
    const files = { ...withoutReplacing, remove: async () => Promise.resolve() };
    const killed = createSessionLeases({
      files,
      folder: 'sessions',
      owner: { id: 'killed', pid: 999_999_998, processStart: undefined, host: 'here' },
      isAlive: isProcessAlive,
      now: Date.now,
    });
    await assert.rejects(async () => killed.acquire('s'));
    assert.equal((await readdir(path.join(folder, 'sessions'))).length, 2);
    assert.equal(await windowLeases('one').acquire('s'), true);
    assert.deepEqual(await readdir(path.join(folder, 'sessions')), ['s.lease']);
  });

  it('is acquired by a read-only window when the process of the other window is killed', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    assert.equal(await windowLeases('other', { pid: other.pid ?? 0 }).acquire('s'), true);
    const gained = Promise.withResolvers<string>();
    const access = await openAccess('s', windowLeases('one'), gained.resolve);
    assert.equal(access.isReadOnly, true);
    other.kill('SIGKILL');
    assert.equal(await gained.promise, 'gained');
    assert.equal(access.isReadOnly, false);
    await access.close();
  });

  it('is free if it was acquired before the computer booted, even if a process with the same id runs', async () => {
    await windowLeases('before', {}, () => 1).acquire('s');
    assert.equal(await windowLeases('one').acquire('s'), true);
  });

  it('stays held by a running process after the clock was set forward', async function () {
    const start = processStart(process.pid);
    if (start === undefined) return this.skip();
    await windowLeases('living', { processStart: start }, () => Date.now() - 400 * 24 * 60 * 60_000).acquire('s');
    assert.equal(await windowLeases('one').acquire('s'), false);
    return undefined;
  });

  it('is free if another process has the process id of its window now', async function () {
    const start = processStart(process.pid);
    if (start === undefined) return this.skip();
    await windowLeases('living', { processStart: start }).acquire('s');
    assert.equal(await windowLeases('one').acquire('s'), false);
    await windowLeases('earlier', { processStart: `${Number(start) - 1}` }).acquire('t');
    assert.equal(await windowLeases('one').acquire('t'), true);
    return undefined;
  });

  it('counts on other computers as busy for a minute and as held for a week, even if its process has died', async () => {
    const dead = { pid: 999_999_999, host: 'there' };
    let time = Date.now();
    const later = windowLeases('one', {}, () => time);
    const there = windowLeases('other', dead);
    await there.acquire('s');
    await there.setBusy('s', true);
    assert.deepEqual(await later.holder('s'), { who: 'other', isBusy: true });
    assert.deepEqual([await later.acquire('s'), await later.takeOver('s')], [false, false]);
    time += 61_000;
    assert.deepEqual(await later.holder('s'), { who: 'other', isBusy: false });
    assert.equal(await later.acquire('s'), false);
    time += 7 * 24 * 60 * 60_000;
    assert.equal(await later.acquire('s'), true);
  });

  it('can be taken over at once from another computer while no reply runs there, even if its process has died', async () => {
    const [here, there] = [windowLeases('one'), windowLeases('other', { pid: 999_999_999, host: 'there' })];
    await there.acquire('s');
    assert.deepEqual([await here.acquire('s'), await here.takeOver('s')], [false, true]);
    assert.deepEqual([(await here.holder('s')).who, (await there.holder('s')).who], ['this', 'other']);
  });

  it('is busy on other computers until a minute after its window has last marked it as busy, whatever the clocks show', async () => {
    for (const offset of [-3_600_000, 365 * 24 * 60 * 60_000]) {
      const id = `s${offset}`;
      let time = Date.now();
      const here = windowLeases('one', {}, () => time);
      const there = windowLeases('other', { host: 'there' }, () => time + offset);
      await there.acquire(id);
      for (let marks = 0; marks < 3; marks += 1) {
        await there.setBusy(id, true);
        assert.equal(await here.takeOver(id), false);
        time += 50_000;
      }
      assert.deepEqual(await here.holder(id), { who: 'other', isBusy: true });
      time += 11_000;
      assert.equal(await here.takeOver(id), true);
    }
  });

  it('is held by another container with the same host name while it is busy, and free afterwards', async () => {
    let time = Date.now();
    const here = windowLeases('one', { processSpace: 'pid:[1]' }, () => time);
    const there = windowLeases('other', { pid: 999_999_999, processSpace: 'pid:[2]' });
    await there.acquire('s');
    await there.setBusy('s', true);
    assert.deepEqual([await here.acquire('s'), await here.takeOver('s')], [false, false]);
    time += 61_000;
    assert.equal(await here.acquire('s'), true);
  });

  it('belongs to this computer if its file names no computer, as in earlier versions', async () => {
    const earlier = (pid: number) => JSON.stringify({ windowId: 'earlier', pid, at: Date.now(), isBusy: true });
    await mkdir(path.join(folder, 'sessions'));
    await writeFile(leaseFile('s'), earlier(process.pid));
    await writeFile(leaseFile('t'), earlier(999_999_999));
    assert.deepEqual(await windowLeases('one').holder('s'), { who: 'other', isBusy: true });
    assert.equal(await windowLeases('one').acquire('t'), true);
  });

  it('is free if its file is empty, incomplete or not a valid lease', async () => {
    await mkdir(path.join(folder, 'sessions'));
    for (const text of [
      '',
      '{"windowId":"o',
      'null',
      '{}',
      '[]',
      '{"windowId":{},"pid":1,"at":1}',
      '{"windowId":"a","pid":-1,"at":1e13}',
    ]) {
      await writeFile(leaseFile('s'), text);
      assert.equal(await windowLeases('one').acquire('s'), true, text);
      assert.equal((await windowLeases('two').holder('s')).who, 'other', text);
    }
  });

  it('can be taken over from a living window, which then can neither mark it as busy nor release it', async () => {
    const [one, two] = twoWindows();
    await one.acquire('s');
    assert.equal(await two.takeOver('s'), true);
    assert.equal(await one.setBusy('s', true), false);
    await one.release('s');
    assert.equal((await one.holder('s')).who, 'other');
    assert.equal((await two.holder('s')).who, 'this');
  });

  it('is not overwritten by a kept write after another window has taken over the session', async () => {
    const buffer = fullDisk();
    const [one, two] = [windowLeases('one', {}, Date.now, buffer.files), windowLeases('two')];
    await one.acquire('s');
    buffer.isFull = true;
    assert.equal(await one.setBusy('s', true), true);
    assert.equal(await two.takeOver('s'), true);
    assert.equal((await one.holder('s')).who, 'other');
    buffer.isFull = false;
    await buffer.retry();
    assert.equal((await two.holder('s')).who, 'this');
  });

  it('is written when the disk has space again, even if the previous window has written its lease meanwhile', async () => {
    const buffer = fullDisk();
    const [one, two] = [windowLeases('one'), windowLeases('two', {}, Date.now, buffer.files)];
    await one.acquire('s');
    buffer.isFull = true;
    assert.equal(await two.takeOver('s'), true);
    assert.equal((await one.holder('s')).who, 'this');
    await one.setBusy('s', false);
    buffer.isFull = false;
    await buffer.retry();
    assert.equal((await one.holder('s')).who, 'other');
  });

  it('cannot be taken over while the lease is busy', async () => {
    const [one, two] = twoWindows();
    await one.acquire('s');
    assert.equal(await one.setBusy('s', true), true);
    assert.equal(await two.takeOver('s'), false);
    assert.deepEqual(await two.holder('s'), { who: 'other', isBusy: true });
    assert.deepEqual(await two.heldElsewhere(), new Map([['s', true]]));
    assert.deepEqual(await one.heldElsewhere(), new Map());
    await one.setBusy('s', false);
    assert.deepEqual(await two.heldElsewhere(), new Map([['s', false]]));
    assert.equal(await two.takeOver('s'), true);
  });

  it('lets a read-only window report that the session was written and that the lease became busy', async () => {
    const [one, two] = twoWindows();
    await one.acquire('s');
    const written = Promise.withResolvers<undefined>();
    const reader = await openAccess('s', two, (change) => {
      if (change === 'written') written.resolve(undefined);
    });
    await writeFile(path.join(folder, 'sessions', 's.jsonl'), '\n');
    await written.promise;
    await reader.close();
    const busy = Promise.withResolvers<undefined>();
    const again = await openAccess('s', two, (change) => {
      if (change === 'busy') busy.resolve(undefined);
    });
    await one.setBusy('s', true);
    await busy.promise;
    assert.equal(again.isBusyElsewhere, true);
    await again.close();
  });
});
