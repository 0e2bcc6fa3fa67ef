import { strict as assert } from 'node:assert';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyDraft, type Draft } from '../../../../src/chat/draft/draftStore.ts';
import { createSessionLeases } from '../../../../src/chat/windows/sessionLease.ts';
import { openWindowDrafts, releaseWindowDrafts } from '../../../../src/chat/windows/windowDrafts.ts';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { WriteBuffer } from '../../../../src/node/writeBuffer.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore, writes } from '../../faultyStore.ts';
import { attachment } from '../draft/draftSamples.ts';

describe('openWindowDrafts', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  /** The process ids of the windows that have not crashed. */
  let living: Set<number>;
  let fault: (operation: keyof FileStore, name: string) => string | undefined;
  let readErrors: unknown[];
  let unreadable: string[];
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    living = new Set();
    fault = () => undefined;
    readErrors = [];
    unreadable = [];
  });

  const openWindow = async (pid: number) => {
    living.add(pid);
    const buffer = new WriteBuffer({
      files: createFaultyStore(createNodeFileStore(folder), (operation, name) => fault(operation, name)),
      onDidChange: () => undefined,
      ask: async () => Promise.reject(new Error('Unexpected question.')),
    });
    cleanUp(() => buffer.dispose());
    const { files } = buffer;
    const windowId = `window${pid}`;
    const leases = createSessionLeases({
      files,
      folder: 'sessions',
      owner: { id: windowId, pid, processStart: undefined, host: 'here' },
      isAlive: (lease) => living.has(lease.pid),
      now: Date.now,
    });
    const drafts = await openWindowDrafts(files, leases, windowId, {
      onUnreadable: (name) => unreadable.push(name),
      onReadError: (error) => readErrors.push(error),
    });
    return { ...drafts, close: async () => releaseWindowDrafts(leases, windowId) };
  };
  const draft = (text: string, more: Partial<Draft> = {}): Draft => ({ ...emptyDraft, text, ...more });
  const draftFiles = async () => readdir(path.join(folder, 'drafts'));

  it('opens separate drafts for two open windows', async () => {
    const [one, two] = [await openWindow(1), await openWindow(2)];
    await one.save(draft('Of one'));
    assert.deepEqual(await two.load(), emptyDraft);
    await two.save(draft('Of two'));
    assert.deepEqual([await one.load(), await two.load()], [draft('Of one'), draft('Of two')]);
    assert.deepEqual(await draftFiles(), ['window2.json']);
  });

  it('merges the unsent edits of closed windows', async () => {
    const [one, two] = [await openWindow(1), await openWindow(2)];
    const edit = (questionId: string) => ({ sessionId: 's', questionId, text: `Edited ${questionId}` });
    await one.save(draft('', { edits: [edit('a')] }));
    await two.save(draft('', { edits: [edit('b')] }));
    await Promise.all([one.close(), two.close()]);
    assert.deepEqual(await (await openWindow(3)).load(), draft('', { edits: [edit('a'), edit('b')] }));
    assert.deepEqual(await draftFiles(), []);
  });

  it('merges the drafts of closed windows only once, when the workspace is opened again', async () => {
    const [one, two] = [await openWindow(1), await openWindow(2)];
    const queue = [{ id: 'm', text: 'Queued in one', attachments: [] }];
    await one.save(draft('Of one', { attachments: [attachment('a')], queue }));
    const queued = { id: 'n', text: 'Queued in two', attachments: [attachment('c')] };
    await two.save(draft('Of two', { aside: 'Set aside in two', attachments: [attachment('b')], queue: [queued] }));
    await Promise.all([one.close(), two.close()]);
    const expected = draft('Of one\n\nOf two\n\nSet aside in two\n\nQueued in two', {
      attachments: [attachment('a'), attachment('b'), attachment('c')],
      queue,
    });
    for (const pid of [3, 4]) {
      const next = await openWindow(pid);
      assert.deepEqual(await next.load(), expected);
      assert.deepEqual(await draftFiles(), []);
      await next.close();
    }
  });

  it('merges the drafts of crashed windows, but not the draft of an open window', async () => {
    const [one, two, three] = [await openWindow(1), await openWindow(2), await openWindow(3)];
    await one.save(draft('Of one'));
    await two.save(draft('Of two'));
    await three.save(draft('Of three'));
    living.delete(1);
    living.delete(3);
    const next = await openWindow(4);
    assert.deepEqual(await next.load(), draft('Of one\n\nOf three'));
    assert.deepEqual(await two.load(), draft('Of two'));
    assert.deepEqual(await draftFiles(), ['window2.json']);
  });

  it('merges a draft from a newer version of the extension only once, and keeps the original file under another name', async () => {
    const newer = '{"version":2,"text":"Newer","pictures":["a"]}';
    const file = path.join(folder, 'drafts', 'newer.json');
    await mkdir(path.dirname(file));
    await writeFile(file, newer);
    for (const pid of [1, 2]) {
      const window = await openWindow(pid);
      assert.deepEqual(await window.load(), draft('Newer'));
      await window.close();
    }
    assert.equal(unreadable.length, 1);
    assert.equal(await readFile(path.join(folder, unreadable[0] ?? ''), 'utf8'), newer);
  });

  it('merges at most 200 attachments at once, and the others at the next starts, after the user removed some', async () => {
    const many = Array.from({ length: 450 }, (_, index) => attachment(String(index)));
    const [one, two] = [await openWindow(1), await openWindow(2)];
    await one.save(draft('Of one', { attachments: [attachment('own')] }));
    const queue = [{ id: 'n', text: 'Queued in two', attachments: many.slice(0, 300) }];
    await two.save(draft('Of two', { attachments: many.slice(300), queue }));
    await Promise.all([one.close(), two.close()]);
    const all = [...many.slice(300), ...many.slice(0, 300)];
    const merged: unknown[] = [];
    for (const [pid, count] of [
      [3, 200],
      [4, 200],
      [5, 200],
      [6, 51],
      [7, 0],
    ] as const) {
      const next = await openWindow(pid);
      const { text, attachments } = await next.load();
      assert.equal(text, 'Of one\n\nOf two\n\nQueued in two');
      assert.equal(attachments.length, count);
      // A draft with 200 attachments gets no others.
      if (pid !== 3) {
        merged.push(...attachments);
        await next.save(draft(text));
      }
      await next.close();
    }
    assert.deepEqual(merged, [attachment('own'), ...all]);
    assert.deepEqual(await draftFiles(), []);
  });

  it('leaves the edits that exceed the limits in the draft of the closed window until there is space', async () => {
    const edits = Array.from({ length: 25 }, (_, index) => ({
      sessionId: 's',
      questionId: `${index}`,
      text: 'Edited',
    }));
    const [one, two] = [await openWindow(1), await openWindow(2)];
    await one.save(draft('Of one', { edits: edits.slice(0, 15) }));
    await two.save(draft('Of two', { edits: edits.slice(15) }));
    await Promise.all([one.close(), two.close()]);
    const next = await openWindow(3);
    assert.deepEqual(await next.load(), draft('Of one\n\nOf two', { edits: edits.slice(0, 20) }));
    await next.save(draft('Of one'));
    await next.close();
    const last = await openWindow(4);
    assert.deepEqual(await last.load(), draft('Of one', { edits: edits.slice(20) }));
    assert.deepEqual(await draftFiles(), []);
  });

  it('keeps the draft of each window when all windows release their drafts and reopen them in any order', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
    ]) {
      const windows = [await openWindow(1), await openWindow(2), await openWindow(3)];
      const texts = ['Of one', 'Of two', 'Of three'];
      const queue = [{ id: 'm', text: 'Queued in one', attachments: [] }];
      for (const [index, each] of windows.entries()) {
        await each.load();
        await each.save(draft(texts[index]!, index === 0 ? { queue } : {}));
      }
      await Promise.all(windows.map(async (each) => each.close()));
      for (const index of order) {
        await windows[index]!.reopen();
        assert.equal((await windows[index]!.load()).text, texts[index]);
      }
      assert.deepEqual((await windows[0]!.load()).queue, queue);
      // A window that opens now finds all drafts leased.
      const fourth = await openWindow(4);
      assert.deepEqual(await fourth.load(), emptyDraft);
      for (const each of [...windows, fourth]) await each.save(emptyDraft).then(each.close);
    }
  });

  it('reopens as a window with its own draft if another window has acquired the workspace’s draft meanwhile', async () => {
    const one = await openWindow(1);
    await one.save(draft('Of one'));
    await one.close();
    const two = await openWindow(2);
    assert.deepEqual(await two.load(), draft('Of one'));
    await one.reopen();
    assert.deepEqual(await one.load(), emptyDraft);
    await one.save(draft('Later'));
    assert.deepEqual(await two.load(), draft('Of one'));
  });

  it('reopens with a copy of the workspace’s draft while the disk refuses the lease', async () => {
    const one = await openWindow(1);
    await one.save(draft('Of one'));
    await one.close();
    fault = (operation) => (writes.has(operation) ? 'ENOSPC' : undefined);
    await one.reopen();
    assert.equal((await one.load()).text, 'Of one');
    fault = () => undefined;
    await one.save(await one.load());
    await one.close();
    assert.equal((await (await openWindow(2)).load()).text, 'Of one');
  });

  it('writes the workspace’s draft once for many closed windows, and not the drafts that it has no space for', async () => {
    const windows = [];
    for (let pid = 1; pid <= 20; pid += 1) windows.push(await openWindow(pid));
    const many = Array.from({ length: 300 }, (_, index) => attachment(String(index)));
    for (const [index, each] of windows.entries())
      await each.save(index === 19 ? draft('', { attachments: many }) : draft(`Of ${index}`));
    await Promise.all(windows.map(async (each) => each.close()));
    const written: string[] = [];
    fault = (operation, name) => {
      if (operation === 'write' && name.includes('draft') && !name.endsWith('.lease')) written.push(name);
      return undefined;
    };
    const next = await openWindow(30);
    assert.deepEqual(new Set((await next.load()).text.split('\n\n')).size, 19);
    assert.deepEqual(written, ['draft.json', 'drafts/window20.json']);
    await next.close();
    written.length = 0;
    const last = await openWindow(31);
    assert.equal((await last.load()).attachments.length, 200);
    assert.deepEqual(written, []);
    assert.deepEqual(await draftFiles(), ['window20.json']);
  });

  it('empties the workspace’s draft if a window has emptied its copy of that draft', async () => {
    const one = await openWindow(1);
    await one.save(draft('Sent by two'));
    await one.close();
    fault = (operation, name) => (writes.has(operation) && name.endsWith('draft.lease') ? 'ENOSPC' : undefined);
    const two = await openWindow(2);
    await two.save({ ...(await two.load()), text: '' });
    await two.close();
    fault = () => undefined;
    assert.deepEqual(await (await openWindow(3)).load(), emptyDraft);
    assert.deepEqual(await draftFiles(), []);
  });

  it('adds no text for the empty draft of a closed window, and deletes that draft', async () => {
    const [one, two] = [await openWindow(1), await openWindow(2)];
    await one.save(draft('Of one'));
    await two.save(emptyDraft);
    await Promise.all([one.close(), two.close()]);
    assert.deepEqual(await (await openWindow(3)).load(), draft('Of one'));
    assert.deepEqual(await draftFiles(), []);
  });

  it('does not overwrite a draft that cannot be read, and appends the draft of this window to it later', async () => {
    const one = await openWindow(1);
    await one.save(draft('Of one'));
    await one.close();
    fault = (operation, name) => (operation === 'read' && name === 'draft.json' ? 'EBUSY' : undefined);
    const two = await openWindow(2);
    assert.deepEqual(await two.load(), emptyDraft);
    assert.equal(readErrors.length, 1);
    await two.save(draft('Of two'));
    await two.close();
    fault = () => undefined;
    assert.deepEqual(await (await openWindow(3)).load(), draft('Of one\n\nOf two'));
    assert.deepEqual(await draftFiles(), []);
  });

  it('opens the window’s own draft if the lease of the workspace’s draft cannot be read', async () => {
    await (await openWindow(1)).save(draft('Of one'));
    fault = (operation, name) => (operation === 'read' && name === 'sessions/draft.lease' ? 'EACCES' : undefined);
    const two = await openWindow(2);
    assert.deepEqual(await two.load(), emptyDraft);
    await two.save(draft('Of two'));
    assert.deepEqual(await draftFiles(), ['window2.json']);
  });

  it('loads the workspace’s draft even if the lease of another draft cannot be read', async () => {
    const [one, two] = [await openWindow(1), await openWindow(2)];
    await one.save(draft('Of one'));
    await two.save(draft('Of two'));
    await one.close();
    fault = (operation, name) => (operation === 'read' && name.endsWith('window2.lease') ? 'EIO' : undefined);
    const three = await openWindow(3);
    assert.deepEqual(await three.load(), draft('Of one'));
    assert.deepEqual(await draftFiles(), ['window2.json']);
    assert.deepEqual(readErrors, []);
  });

  it('loses no draft of two windows that were opened while the disk was full, and doubles no text', async () => {
    const one = await openWindow(1);
    await one.save(draft('Before', { queue: [{ id: 'm', text: 'Queued', attachments: [] }] }));
    await one.close();
    fault = (operation) => (writes.has(operation) ? 'ENOSPC' : undefined);
    const windows = [await openWindow(2), await openWindow(3)];
    const drafts = await Promise.all(windows.map(async (window) => window.load()));
    assert.deepEqual(
      drafts.map(({ text, queue }) => [text, queue.length]),
      [
        ['Before', 1],
        ['Before', 1],
      ],
    );
    fault = () => undefined;
    for (const [index, window] of windows.entries()) {
      await window.save({ ...(drafts[index] ?? emptyDraft), text: `Before, and in ${index}`, queue: [] });
      assert.equal((await window.load()).text, `Before, and in ${index}`);
      await window.close();
    }
    assert.deepEqual(await (await openWindow(4)).load(), draft('Before, and in 0\n\nBefore, and in 1'));
    assert.deepEqual(await draftFiles(), []);
  });

  for (const [operation, code] of [
    ['read', 'EBUSY'],
    ['write', 'ENOSPC'],
  ] as const) {
    it(`merges the draft of a closed window exactly once, even if a ${operation} fails at first`, async () => {
      const [one, two] = [await openWindow(1), await openWindow(2)];
      await one.save(draft('Of one'));
      await two.save(draft('Of two'));
      await Promise.all([one.close(), two.close()]);
      fault = (each, name) =>
        each === operation && /^(drafts\/|draft\.json)/.test(name) && !(each === 'read' && name === 'draft.json')
          ? code
          : undefined;
      const three = await openWindow(3);
      assert.deepEqual(await three.load(), draft('Of one'));
      await three.close();
      fault = () => undefined;
      const four = await openWindow(4);
      assert.deepEqual(await four.load(), draft('Of one\n\nOf two'));
      assert.deepEqual(await draftFiles(), []);
    });
  }
});
