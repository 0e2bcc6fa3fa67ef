import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { WorkspaceChatEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import { createSessionLeases } from '../../../../src/chat/windows/sessionLease.ts';
import { isProcessAlive } from '../../../../src/node/isProcessAlive.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import type { StandIn } from '../../../standIn/standIn.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, draftOf, openChat, shown } from '../openChat.ts';

describe('createWindows', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('removes the leases of crashed windows, but not those of living windows', async () => {
    const folder = await temporaryFolder(cleanUp);
    const dead = spawn(process.execPath, ['-e', '']);
    await once(dead, 'exit');
    const crashed = createSessionLeases({
      files: createNodeFileStore(folder),
      folder: 'sessions',
      owner: { id: 'crashed', pid: dead.pid!, processStart: undefined, host: 'here' },
      isAlive: isProcessAlive,
      now: Date.now,
    });
    for (const id of ['session', 'draft-crashed']) await crashed.acquire(id);
    const [one, other] = [
      await openChat(cleanUp, { folder, windowId: 'one' }, counter()),
      await openChat(cleanUp, { folder, windowId: 'other' }, counter()),
    ];
    const lease = (id: string) => `${id}.lease`;
    assert.equal((await readdir(path.join(folder, 'sessions'))).filter((name) => name.endsWith('.lease')).length, 4);
    await one.chat.recover([]);
    assert.deepEqual(
      new Set(await readdir(path.join(folder, 'sessions'))),
      new Set([lease(one.chat.session.id), lease(other.chat.session.id)]),
    );
  });

  it('does not open a session whose lease would be the lease of a draft', async () => {
    const folder = await temporaryFolder(cleanUp);
    const { chat, windows } = await openChat(cleanUp, { folder, windowId: 'one' }, counter());
    await windows.openDrafts();
    const lease = async () => readFile(path.join(folder, 'sessions', 'draft.lease'), 'utf8');
    const before = await lease();
    for (const id of ['draft', 'draft-one']) {
      await assert.rejects(
        windows.openSession(id, () => undefined),
        { message: `Not the id of a session: ${id}` },
      );
      await assert.rejects(chat.openSession(id));
    }
    assert.equal(await lease(), before);
  });

  it('releases the lease of a session in the background when its reply is stopped', async () => {
    const standIn = await standInService(cleanUp);
    const folder = await temporaryFolder(cleanUp);
    const open = async (windowId: string) =>
      openChat(cleanUp, { folder, windowId }, counter(), { connection: () => connectionTo(standIn) });
    const [one, two] = [await open('one'), await open('two')];
    for (let count = 0; count < 20; count += 1) {
      const { id } = one.chat.session;
      standIn.script({ tokens: 50, hold: 5 });
      const sent = one.chat.submitDraft('Go on');
      await (
        await nextSession(id)
      ).held;
      await one.chat.newSession();
      await one.chat.whileClosed(id, async () => Promise.resolve());
      await sent;
      assert.equal((await readdir(path.join(folder, 'sessions'))).includes(`${id}.lease`), false, `try ${count}`);
      await two.chat.openSession(id);
      assert.deepEqual([two.chat.session.id, two.chat.isReadOnly], [id, false], `try ${count}`);
    }

    async function nextSession(id: string) {
      for (;;) {
        const exchange = await standIn.nextRequest();
        if (exchange.sessionId === id) return exchange;
      }
    }
  }).timeout(30_000);

  it('acquires a session that the user opens again right after starting a new session during a reply', async () => {
    const standIn = await standInService(cleanUp, { tokens: 50, hold: 5 });
    const folder = await temporaryFolder(cleanUp);
    const { chat, leases } = await openChat(cleanUp, { folder }, counter(), {
      connection: () => connectionTo(standIn),
    });
    const { id } = chat.session;
    const sent = chat.submitDraft('Go on');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await Promise.all([chat.newSession(), chat.openSession(id)]);
    exchange.release();
    await sent;
    assert.deepEqual([chat.session.id, chat.isReadOnly, (await leases.holder(id)).who], [id, false, 'this']);
  });

  it('releases the leases of all sessions on close', async () => {
    const { windows, leases } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    const ids = ['one', 'other'];
    for (const id of ids) await windows.openSession(id, () => undefined);
    const holders = async () => Promise.all(ids.map(async (id) => (await leases.holder(id)).who));
    assert.deepEqual(await holders(), ['this', 'this']);
    await windows.close();
    assert.deepEqual(await holders(), ['nobody', 'nobody']);
  });

  it('runs an action with a session only if no other window holds the session, and returns whether the action ran', async () => {
    const folder = await temporaryFolder(cleanUp);
    const { windows: holder } = await openChat(cleanUp, { folder, windowId: 'holder' }, counter());
    const { windows, leases } = await openChat(cleanUp, { folder, windowId: 'other' }, counter());
    await holder.openSession('s', () => undefined);
    const ran: string[] = [];
    const run = async (id: string) =>
      windows.withSession(id, async () => {
        ran.push(`${id}: ${(await leases.holder(id)).who}`);
      });
    assert.deepEqual([await run('s'), await run('free'), ran], [false, true, ['free: this']]);
    assert.equal((await leases.holder('free')).who, 'nobody');
  });

  it('closes the earlier access to a session when the session is opened again', async () => {
    const { windows } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    const earlier = await windows.openSession('again', () => undefined);
    const later = await windows.openSession('again', () => undefined);
    assert.deepEqual([await earlier.begin(), await later.begin()], [false, true]);
    await later.end();
  });

  it('keeps the lease of a session that is open again if the earlier access is closed twice', async () => {
    const folder = await temporaryFolder(cleanUp);
    const { windows, leases } = await openChat(cleanUp, { folder }, counter());
    const earlier = await windows.openSession('s', () => undefined);
    await earlier.close();
    await windows.openSession('s', () => undefined);
    await earlier.close();
    // If the second `close` released the lease again, the release would end during these calls. Each of them reads the
    // lease file.
    for (let count = 0; count < 20; count += 1) await leases.holder('s');
    assert.equal((await leases.holder('s')).who, 'this');
  });

  describe('two windows with the same session', () => {
    const openTwo = async (standIn: StandIn) => {
      const folder = await temporaryFolder(cleanUp);
      const open = async (windowId: string) =>
        openChat(cleanUp, { folder, windowId, sessionId: 'shared' }, counter(), {
          connection: () => connectionTo(standIn),
        });
      return [await open('one'), await open('two')] as const;
    };

    it('show a growing reply in the read-only window, which can neither send nor take over meanwhile', async () => {
      const standIn = await standInService(cleanUp, { tokens: 100, hold: 40 });
      const [writer, reader] = await openTwo(standIn);
      assert.deepEqual([writer.chat.isReadOnly, reader.chat.isReadOnly], [false, true]);
      const eventsBefore = reader.events.length;
      const sent = writer.chat.submitDraft('Go on');
      const exchange = await standIn.nextRequest();
      await exchange.held;
      await reader.until(
        () => reader.chat.session.messages.length === 2 && reader.lastReply().text === exchange.textSent,
      );
      await reader.until(() => reader.chat.isBusyElsewhere);
      assert.deepEqual([await reader.chat.takeOver(), await reader.chat.submitDraft('Now me')], [false, false]);
      exchange.release();
      await sent;
      await reader.until(() => reader.lastReply().cost !== undefined && !reader.chat.isBusyElsewhere);
      assert.deepEqual(shown(reader.chat.session.messages), shown(writer.chat.session.messages));
      const events = reader.events.slice(eventsBefore);
      assert.deepEqual([...new Set(events.map(({ type }) => type))].toSorted(), [
        'accessChanged',
        'messagesAdded',
        'replyChanged',
        'textAppended',
      ]);
      assert.equal(textOfEvents(events), exchange.textSent);
      assert.equal(standIn.requests.length, 1);
    });

    it('show each piece of a reply once, even if more text is written while the read-only window reads', async () => {
      const standIn = await standInService(cleanUp, { tokens: 100, hold: 40 });
      const folder = await temporaryFolder(cleanUp);
      const connection = () => connectionTo(standIn);
      const writer = await openChat(cleanUp, { folder, windowId: 'one', sessionId: 'shared' }, counter(), {
        connection,
      });
      const isReading = Promise.withResolvers<undefined>();
      const allWritten = Promise.withResolvers<undefined>();
      const reader = await openChat(cleanUp, { folder, windowId: 'two', sessionId: 'shared' }, counter(), {
        connection,
        onOpen: (access) => {
          const readUpdate = access.readUpdate.bind(access);
          access.readUpdate = async (messages) => {
            const update = await readUpdate(messages);
            if (update.transcript.messages.length === 2) {
              isReading.resolve(undefined);
              await allWritten.promise;
            }
            return update;
          };
        },
      });
      const sent = writer.chat.submitDraft('Go on');
      const exchange = await standIn.nextRequest();
      await isReading.promise;
      exchange.release();
      await sent;
      await reader.until(() => !reader.chat.isBusyElsewhere);
      allWritten.resolve(undefined);
      await reader.until(() => reader.chat.session.messages.length === 2 && reader.lastReply().cost !== undefined);
      assert.equal(textOfEvents(reader.events), exchange.textSent);
    });

    it('swap roles at a takeover, and the first window keeps its queued messages apart, and holds them', async () => {
      const standIn = await standInService(cleanUp);
      const [first, second] = await openTwo(standIn);
      standIn.script({ tokens: 50, hold: 12 });
      const sent = first.chat.submitDraft('Go on');
      await (
        await standIn.nextRequest()
      ).held;
      for (const text of ['Queued', 'Queued too']) await first.chat.submitDraft(text);
      first.chat.session.stop();
      await sent;
      await second.until(() => second.chat.session.messages.length === 2 && !second.chat.isBusyElsewhere);
      assert.deepEqual(
        first.chat.draft.queue.map(({ text }) => text),
        ['Queued', 'Queued too'],
      );
      const before = draftOf(first.chat);

      const beforeTakeover = second.events.length;
      assert.equal(await second.chat.takeOver(), true);
      assert.equal(second.chat.isReadOnly, false);
      assert.ok(second.events.slice(beforeTakeover).some(({ type }) => type === 'sessionChanged'));
      await first.until(() => first.chat.isReadOnly && first.events.at(-1)?.type === 'accessChanged');
      assert.deepEqual(draftOf(first.chat), before);
      const { draft, session } = first.chat;
      assert.ok(draft.queue.every((each) => draft.isHeld(each, session.id)));
      assert.equal(await first.chat.sendQueued(draft.queue[0]!.id), false);

      const eventsBefore = second.events.length;
      assert.equal(await second.chat.takeOver(), true);
      assert.ok(second.events.slice(eventsBefore).every(({ type }) => type !== 'sessionChanged'));
      assert.equal(await second.chat.submitDraft('From here'), true);
      await first.until(() => first.chat.session.messages.length === 4 && first.lastReply().cost !== undefined);
      assert.deepEqual(shown(first.chat.session.messages), shown(second.chat.session.messages));
    });
  });

  it('gives each window a draft of its own', async () => {
    const folder = await temporaryFolder(cleanUp);
    const open = async (windowId: string) => (await openChat(cleanUp, { folder, windowId }, counter())).windows;
    const drafts = [];
    for (const windowId of ['one', 'two', 'three']) drafts.push(await (await open(windowId)).openDrafts());
    for (const [index, draft] of drafts.entries())
      await draft.save({ text: `Of ${index}`, attachments: [], queue: [] });
    const texts = await Promise.all(drafts.map(async (draft) => (await draft.load()).text));
    assert.deepEqual(texts, ['Of 0', 'Of 1', 'Of 2']);
  });
});

/** Joins the texts that the events add to the replies of the conversation. */
function textOfEvents(events: readonly WorkspaceChatEvent[]): string {
  const added = events.flatMap((event) => (event.type === 'messagesAdded' ? event.messages : []));
  const textsAdded = added.map((message) => (message.kind === 'reply' ? message.text : ''));
  const textsAppended = events.map((event) => (event.type === 'textAppended' ? event.text : ''));
  return [...textsAdded, ...textsAppended].join('');
}
