import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { createDataDeletions } from '../../../../src/chat/windows/dataDeletions.ts';
import { createFolderWatch } from '../../../../src/node/folderWatch.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { announcementError, createDeletionFollower } from '../../../../src/vscode/storage/deletionFollower.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { mementoInMemory } from '../storageInMemory.ts';

describe('createDeletionFollower', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  let fault: string | undefined;
  let isAlive: boolean;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    fault = undefined;
    isAlive = true;
  });

  const open = (id: string, workspaceState = mementoInMemory(), onBegun?: () => void) => {
    const released: boolean[] = [];
    const wereOver: boolean[] = [];
    const events = new EventEmitter();
    /** The promises that `release` waits for before it calls `remove`. */
    const waits: Promise<unknown>[] = [];
    const deletions = createDataDeletions({
      files: createFaultyStore(createNodeFileStore(folder), (operation) => (operation === 'write' ? fault : undefined)),
      watch: createFolderWatch(folder),
      owner: { id, pid: process.pid, processStart: undefined, host: 'here' },
      isAlive: () => isAlive,
      createId: randomUUID,
      now: Date.now,
    });
    const noticed = Promise.withResolvers<undefined>();
    const begin = async () => {
      const deletion = await deletions.begin();
      if (onBegun === undefined) return deletion;
      onBegun();
      // `onBegun` starts a check. `begin` must not resolve before this check has read the file.
      await noticed.promise;
      await setImmediate();
      return deletion;
    };
    const last = async () => {
      const deletion = await deletions.last();
      if (deletion !== undefined) noticed.resolve(undefined);
      return deletion;
    };
    const follower = createDeletionFollower({
      deletions: { ...deletions, begin, last },
      workspaceState,
      sessionIdName: 'sessionId',
      release: async (remove, isOver) => {
        wereOver.push(isOver);
        events.emit('release');
        await Promise.all(waits);
        released.push(await remove());
      },
      reportError: (error) => assert.fail(String(error)),
    });
    const check = async () => follower.check();
    return { follower, released, wereOver, events, waits, deletions, workspaceState, check };
  };

  it('calls `release` once in another window during a deletion, and never in the deleting window', async () => {
    const [one, two] = [open('one'), open('two')];
    let following: Promise<void> | undefined;
    const result = await one.follower.announce(async () => {
      following = two.check();
      await Promise.resolve();
      return 'removed';
    });
    await following;
    assert.equal(result, 'removed');
    assert.deepEqual([two.released, two.wereOver], [[true], [false]]);
    assert.equal(two.follower.deletionId(), one.follower.deletionId());
    await Promise.all([one.check(), two.check()]);
    assert.deepEqual([one.released, two.released], [[], [true]]);
  });

  it('does not call `release` in the deleting window, even if a check reads the announcement before `begin` resolves', async () => {
    let checking: Promise<void> | undefined;
    const one = open('one', mementoInMemory(), () => {
      checking = one.check();
    });
    await one.follower.announce(async () => Promise.resolve('removed'));
    await checking;
    assert.deepEqual(one.released, []);
  });

  it('keeps the data of another window when the deletion is cancelled', async () => {
    const [one, two] = [open('one'), open('two')];
    let following: Promise<void> | undefined;
    await one.follower.announce(async () => {
      following = two.check();
      return Promise.resolve(undefined);
    });
    await following;
    assert.deepEqual(two.released.includes(true), false);
    assert.equal(two.follower.deletionId(), undefined);
    assert.equal(one.follower.deletionId(), undefined);
  });

  it('when a deletion is cancelled, keeps the data of a window that has already followed an earlier deletion', async () => {
    for (const isFileLost of [false, true]) {
      const [one, two] = [open('one'), open('two')];
      await Promise.all([one.follower.ready, two.follower.ready]);
      await one.follower.announce(async () => Promise.resolve('removed'));
      await two.check();
      const removed = two.follower.deletionId();
      if (isFileLost) await createNodeFileStore(folder).remove('deletion.json');
      let following: Promise<void> | undefined;
      await one.follower.announce(async () => {
        const releasing = once(two.events, 'release');
        following = two.check();
        await releasing;
        return undefined;
      });
      await following;
      assert.deepEqual(two.released, [true, false]);
      assert.equal(two.follower.deletionId(), removed);
    }
  });

  for (const isRemoving of [false, true]) {
    it(`if the deleting window crashes ${isRemoving ? 'while it removes' : 'before it begins to remove'} files, another window ${isRemoving ? 'starts empty' : 'keeps its data'}`, async () => {
      const two = open('two');
      await two.follower.ready;
      const crashed = Promise.withResolvers<undefined>();
      void open('one').follower.announce(async (startRemoving) => {
        if (isRemoving) await startRemoving();
        crashed.resolve(undefined);
        return new Promise(() => undefined);
      });
      await crashed.promise;
      const releasing = once(two.events, 'release');
      const following = two.check();
      await releasing;
      isAlive = false;
      await following;
      await two.check();
      assert.deepEqual(two.released, [isRemoving]);
      const state = mementoInMemory();
      await state.update('sessionId', 'shown');
      await open('three', state).follower.ready;
      assert.equal(state.get('sessionId'), isRemoving ? undefined : 'shown');
    });
  }

  it('removes data even if the disk refuses to announce that the removal begins', async () => {
    const one = open('one');
    const result = await one.follower.announce(async (startRemoving) => {
      fault = 'ENOSPC';
      await startRemoving();
      fault = undefined;
      return 'removed';
    });
    assert.equal(result, 'removed');
  });

  for (const isRemoving of [false, true]) {
    it(`if the deletion fails ${isRemoving ? 'while it removes' : 'before it begins to remove'} files, another window ${isRemoving ? 'starts empty' : 'keeps its data'}`, async () => {
      const [one, two, late] = [open('one'), open('two'), open('late')];
      await Promise.all([two.follower.ready, late.follower.ready]);
      let following: Promise<void> | undefined;
      const deleting = one.follower.announce(async (startRemoving) => {
        const releasing = once(two.events, 'release');
        following = two.check();
        await releasing;
        if (isRemoving) await startRemoving();
        throw new Error('Locked.');
      });
      await assert.rejects(deleting, { message: 'Locked.' });
      await following;
      await late.check();
      assert.deepEqual([two.released, late.released], [[isRemoving], isRemoving ? [true] : []]);
      const id = one.follower.deletionId();
      assert.equal(id !== undefined, isRemoving);
      assert.deepEqual([two.follower.deletionId(), late.follower.deletionId()], [id, id]);
    });
  }

  it('keeps the data of a window that is still released when two deletions were cancelled one after the other', async () => {
    const [one, two] = [open('one'), open('two')];
    await two.follower.ready;
    const slow = Promise.withResolvers<undefined>();
    let following: Promise<void> | undefined;
    await one.follower.announce(async () => {
      const releasing = once(two.events, 'release');
      two.events.once('release', () => two.waits.push(slow.promise));
      following = two.check();
      await releasing;
      return undefined;
    });
    await one.follower.announce(async () => {
      slow.resolve(undefined);
      await two.deletions.last();
      return undefined;
    });
    await following;
    await two.check();
    assert.deepEqual(two.released, [false]);
    assert.equal(two.follower.deletionId(), undefined);
  });

  it('starts a window empty at its next check if the window missed the deletion', async () => {
    const [one, two] = [open('one'), open('two')];
    await two.follower.ready;
    await one.follower.announce(async () => Promise.resolve('removed'));
    await two.check();
    assert.deepEqual([two.released, two.wereOver], [[true], [true]]);
  });

  it('starts a window empty once if the window missed a deletion and then finds a cancelled deletion', async () => {
    const [one, two] = [open('one'), open('two')];
    await two.follower.ready;
    await one.follower.announce(async () => Promise.resolve('removed'));
    const removed = one.follower.deletionId();
    await one.follower.announce(async () => Promise.resolve(undefined));
    await two.check();
    await two.check();
    assert.deepEqual(two.released, [true]);
    assert.equal(two.follower.deletionId(), removed);
  });

  it('releases nothing if the file of a known deletion was lost, and a later deletion was cancelled', async () => {
    const [one, two] = [open('one'), open('two')];
    await two.follower.ready;
    await one.follower.announce(async () => Promise.resolve('removed'));
    await two.check();
    await createNodeFileStore(folder).remove('deletion.json');
    await open('three').follower.announce(async () => Promise.resolve(undefined));
    await two.check();
    assert.deepEqual(two.released, [true]);
  });

  it('waits until the deletion of another window has ended before it announces its own deletion', async () => {
    const [one, two] = [open('one'), open('two')];
    const steps: string[] = [];
    let second: Promise<unknown> | undefined;
    await one.follower.announce(async () => {
      second = two.follower.announce(async () => {
        steps.push('second');
        return Promise.resolve('removed');
      });
      await two.deletions.last();
      await setImmediate();
      steps.push('first');
      return 'removed';
    });
    await second;
    assert.deepEqual(steps, ['first', 'second']);
    assert.equal((await one.deletions.last())?.id, two.follower.deletionId());
    assert.deepEqual([one.released, two.released], [[], [true]]);
  });

  it('removes a session id that was stored before the deletion, but keeps an id that was stored after the deletion', async () => {
    const workspaceState = mementoInMemory();
    await workspaceState.update('sessionId', 'deleted');
    await open('one').follower.announce(async () => Promise.resolve('removed'));
    const later = open('two', workspaceState);
    await later.follower.ready;
    assert.equal(workspaceState.get('sessionId'), undefined);
    await workspaceState.update('sessionId', 'new');
    await open('three', workspaceState).follower.ready;
    assert.equal(workspaceState.get('sessionId'), 'new');
    assert.deepEqual(later.released, []);
  });

  it('keeps a session id that was stored after the window followed the deletion of another window', async () => {
    const [one, two] = [open('one'), open('two')];
    await two.follower.ready;
    await one.follower.announce(async () => Promise.resolve('removed'));
    await two.check();
    await two.workspaceState.update('sessionId', 'new');
    await open('two', two.workspaceState).follower.ready;
    assert.equal(two.workspaceState.get('sessionId'), 'new');
  });

  it('keeps a session id that was stored after the window itself deleted all data', async () => {
    const one = open('one');
    await one.follower.announce(async () => Promise.resolve('removed'));
    await one.workspaceState.update('sessionId', 'new');
    await open('one', one.workspaceState).follower.ready;
    assert.equal(one.workspaceState.get('sessionId'), 'new');
  });

  it('follows the deletion of another window after the window’s own deletion was done, cancelled or refused', async () => {
    for (const ownResult of ['done', 'cancelled', 'refused'] as const) {
      const [one, two] = [open('one'), open('two')];
      fault = ownResult === 'refused' ? 'EROFS' : undefined;
      const own = one.follower.announce(async () => Promise.resolve(ownResult === 'done' ? 'removed' : undefined));
      await own.catch(() => undefined);
      fault = undefined;
      await two.follower.announce(async () => Promise.resolve('removed'));
      await one.check();
      assert.deepEqual(one.released, [true], ownResult);
      assert.equal(one.follower.deletionId(), two.follower.deletionId(), ownResult);
    }
  });

  it('is not ready while a deletion runs', async () => {
    const one = open('one');
    let isReady = false;
    let ready: Promise<void> | undefined;
    await one.follower.announce(async () => {
      ready = open('two').follower.ready.then(() => {
        isReady = true;
      });
      // A window that did not wait would be ready after two reads of the file.
      for (let reads = 0; reads < 10; reads += 1) await one.deletions.last();
      assert.equal(isReady, false);
      return 'removed';
    });
    await ready;
  });

  it('`announce` rejects, and nothing is removed, if the announcement cannot be written', async () => {
    fault = 'EROFS';
    const { follower } = open('one');
    await assert.rejects(async () => follower.announce(async () => Promise.reject(new Error('Called.'))), {
      name: announcementError,
    });
    assert.equal(follower.deletionId(), undefined);
  });
});
