import { strict as assert } from 'node:assert';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createSessionLeases, type LeaseOwner } from '../../../../src/chat/windows/sessionLease.ts';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { WriteBuffer } from '../../../../src/node/writeBuffer.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore, writes } from '../../faultyStore.ts';

describe('lease file', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  let file: string;
  /** The current time in milliseconds. */
  let time: number;
  /** Called before each operation on a file. */
  let before: (operation: keyof FileStore, name: string) => string | undefined;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    mkdirSync(path.join(folder, 'sessions'));
    file = path.join(folder, 'sessions/s.lease');
    time = 0;
    before = () => undefined;
  });

  const window: LeaseOwner = { id: 'here', pid: 10, processStart: undefined, host: 'host' };
  /** Every process is alive except those with the process id 99. */
  const leasesOf = (
    owner: Partial<LeaseOwner> = {},
    { now = () => time, files = createNodeFileStore(folder) }: { now?: () => number; files?: FileStore } = {},
  ) =>
    createSessionLeases({
      files: createFaultyStore(files, (operation, name) => before(operation, name)),
      folder: 'sessions',
      owner: { ...window, ...owner },
      isAlive: ({ pid }) => pid !== 99,
      now,
    });
  const leaseText = ({ id = 'there', ...owner }: Partial<LeaseOwner>) =>
    JSON.stringify({ ...window, ...owner, windowId: id, at: 0 });

  it('belongs to a window only if the window id, the process and the computer are the same', async () => {
    await leasesOf().acquire('s');
    const others = [
      { id: 'other' },
      { pid: 11 },
      { host: 'other' },
      { id: 'other', pid: 11 },
      { pid: 11, host: 'other' },
    ];
    assert.equal((await leasesOf().holder('s')).who, 'this');
    for (const owner of others) assert.equal((await leasesOf(owner).holder('s')).who, 'other');
    const { host, ...withoutHost } = window;
    await writeFile(file, JSON.stringify({ ...withoutHost, windowId: 'here', at: 0 }));
    assert.equal((await leasesOf().holder('s')).who, 'this');
  });

  it('is never outside its folder, even if the id contains a path', async () => {
    const outside = path.join(folder, 'other.lease');
    await writeFile(outside, '');
    const leases = leasesOf();
    for (const id of ['../other', '..\\other', '/other', 'a/../../other', '']) {
      const message = `Not the id of a lease: ${id}`;
      await assert.rejects(leases.acquire(id), { message });
      await assert.rejects(leases.takeOver(id), { message });
      await assert.rejects(leases.setBusy(id, true), { message });
      await assert.rejects(leases.release(id), { message });
      await assert.rejects(leases.holder(id), { message });
    }
    assert.equal(await readFile(outside, 'utf8'), '');
  });

  it('is ignored if its name cannot be the name of a lease', async () => {
    await writeFile(path.join(folder, 'sessions', 'not ours.lease'), leaseText({}));
    assert.deepEqual([(await leasesOf().heldElsewhere()).size, await leasesOf().abandoned()], [0, []]);
  });

  it('is valid only if its process id is at least 1', async () => {
    for (const [pid, who] of [
      [1, 'other'],
      [0, 'nobody'],
      [-1, 'nobody'],
    ] as const) {
      await writeFile(file, leaseText({ pid }));
      assert.equal((await leasesOf().holder('s')).who, who);
    }
  });

  it('of another computer counts as busy for less than a minute after this window first saw the busy mark', async () => {
    const there = leasesOf({ id: 'there', host: 'there' }, { now: () => 0 });
    const here = leasesOf();
    const isBusyAt = async (at: number) => {
      time = at;
      return (await here.holder('s')).isBusy;
    };
    await there.acquire('s');
    await there.setBusy('s', true);
    for (const [at, isBusy] of [
      [5_000, true],
      [64_999, true],
      [65_000, false],
      // The clock was set back.
      [1_000, true],
      [60_999, true],
      [61_000, false],
    ] as const)
      assert.equal(await isBusyAt(at), isBusy, String(at));
    await there.setBusy('s', false);
    assert.equal(await isBusyAt(70_000), false);
    await there.setBusy('s', true);
    assert.deepEqual([await isBusyAt(80_000), await isBusyAt(139_999), await isBusyAt(140_000)], [true, true, false]);
  });

  it('of another computer counts as held for exactly a week', async () => {
    await leasesOf({ id: 'there', host: 'there' }).acquire('s');
    time = 7 * 24 * 60 * 60_000;
    assert.equal((await leasesOf().holder('s')).who, 'other');
    time += 1;
    assert.equal((await leasesOf().holder('s')).who, 'nobody');
  });

  it('is read up to six times while it is empty, and then counts as free', async () => {
    for (const [fullRead, who] of [
      [1, 'other'],
      [2, 'other'],
      [6, 'other'],
      [7, 'nobody'],
    ] as const) {
      await writeFile(file, '');
      let reads = 0;
      before = (operation) => {
        if (operation === 'read') reads += 1;
        if (reads === fullRead) writeFileSync(file, leaseText({}));
        return undefined;
      };
      assert.equal((await leasesOf().holder('s')).who, who);
      assert.equal(reads, Math.min(fullRead, 6));
    }
  });

  it('is created again if another window releases the lease while this window acquires it', async () => {
    await writeFile(file, leaseText({}));
    before = (operation) => {
      if (operation === 'read') rmSync(file, { force: true });
      return undefined;
    };
    assert.equal(await leasesOf().acquire('s'), true);
    before = () => undefined;
    assert.equal((await leasesOf().holder('s')).who, 'this');
  });

  it('is not busy after the lease of a crashed window was acquired', async () => {
    await leasesOf({ id: 'crashed', pid: 99 }).acquire('s');
    await leasesOf({ id: 'crashed', pid: 99 }).setBusy('s', true);
    assert.equal(await leasesOf().acquire('s'), true);
    assert.deepEqual(await leasesOf().holder('s'), { who: 'this', isBusy: false });
    assert.equal(await leasesOf().acquire('new'), true);
    assert.deepEqual(await leasesOf().holder('new'), { who: 'this', isBusy: false });
  });

  describe('of a crashed window', () => {
    /**
     * Acquires the lease. The claim is a second file: only the window that creates it may replace the lease. Calls
     * `onClaim` with the path of the claim before this window creates or reads the claim.
     */
    const acquire = async (operation: 'create' | 'read', onClaim: (claim: string) => void) => {
      before = (each, name) => {
        if (each === operation && name.endsWith('.tmp')) onClaim(path.join(folder, name));
        return undefined;
      };
      return leasesOf().acquire('s');
    };

    it('is replaced by the window that creates the claim, a file whose name contains a UUID', async () => {
      for (let at = 0; at < 50; at += 1) {
        await writeFile(file, leaseText({ pid: 99, id: `crashed ${at}` }));
        let claim = '';
        assert.equal(await acquire('create', (name) => (claim = path.basename(name))), true);
        assert.match(claim, /^s\.lease\.[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\.tmp$/);
        assert.deepEqual(await readdir(path.dirname(file)), ['s.lease']);
      }
    });

    it('is not replaced while a living window has the claim', async () => {
      const crashed = leaseText({ pid: 99 });
      await writeFile(file, crashed);
      assert.equal(await acquire('create', (claim) => writeFileSync(claim, leaseText({ pid: 11 }))), false);
      assert.equal(await readFile(file, 'utf8'), crashed);
      assert.equal((await readdir(path.dirname(file))).length, 2);
    });

    it('is not replaced if another window creates the claim first, and removes the claim before this window reads it', async () => {
      await writeFile(file, leaseText({ pid: 99 }));
      let isClaimed = false;
      before = (operation, name) => {
        if (!name.endsWith('.tmp')) return undefined;
        const claim = path.join(folder, name);
        if (operation === 'create' && !isClaimed) writeFileSync(claim, leaseText({ pid: 11 }));
        if (operation === 'read') rmSync(claim);
        isClaimed = true;
        return undefined;
      };
      assert.equal(await leasesOf().acquire('s'), false);
      assert.equal(await readFile(file, 'utf8'), leaseText({ pid: 99 }));
    });

    it('is not replaced if another window has replaced it before this window has the claim', async () => {
      await writeFile(file, leaseText({ pid: 99 }));
      assert.equal(await acquire('create', () => writeFileSync(file, leaseText({ pid: 11 }))), false);
      assert.equal(await readFile(file, 'utf8'), leaseText({ pid: 11 }));
      assert.deepEqual(await readdir(path.dirname(file)), ['s.lease']);
    });
  });

  /** Returns leases in a WriteBuffer whose disk refuses all writes. */
  const leasesWithRefusals = (code: string) => {
    const buffer = new WriteBuffer({
      files: createFaultyStore(createNodeFileStore(folder), (operation) => (writes.has(operation) ? code : undefined)),
      onDidChange: () => undefined,
      ask: async () => Promise.reject(new Error('Unexpected question.')),
    });
    cleanUp(() => buffer.dispose());
    return leasesOf({}, { files: buffer.files });
  };

  it('is kept in memory by default if the disk refuses it, but not with `reject`', async () => {
    const leases = leasesWithRefusals('ENOSPC');
    await assert.rejects(leases.acquire('s', 'reject'), { code: 'ENOSPC' });
    assert.equal(await leases.acquire('s'), true);
    assert.equal(await leases.setBusy('s', true), true);
    assert.deepEqual(await leases.holder('s'), { who: 'this', isBusy: true });
  });

  it('of a window that is gone is replaced in memory, and can be marked as busy, if the disk is read-only', async () => {
    await writeFile(file, leaseText({ pid: 99 }));
    const leases = leasesWithRefusals('EROFS');
    assert.equal(await leases.acquire('s'), true);
    for (const isBusy of [true, false, true]) {
      assert.equal(await leases.setBusy('s', isBusy), true);
      assert.deepEqual(await leases.holder('s'), { who: 'this', isBusy });
    }
    // Another process writes a lease, although this process can't.
    await writeFile(file, leaseText({ pid: 11 }));
    assert.equal(await leases.setBusy('s', false), false);
  });
});
