import { strict as assert } from 'node:assert';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat } from '../openChat.ts';

describe('createWindows', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('releases the lease of a session whose running reply is stopped by a new session', async () => {
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

  it('reopens a session with the right to write it while its stopped reply is being booked', async () => {
    const standIn = await standInService(cleanUp, { tokens: 50, hold: 5 });
    const folder = await temporaryFolder(cleanUp);
    const { chat, leases } = await openChat(cleanUp, { folder }, counter(), {
      connection: () => connectionTo(standIn),
    });
    const { id } = chat.session;
    const sent = chat.submitDraft('Go on');
    await (
      await standIn.nextRequest()
    ).held;
    await Promise.all([chat.newSession(), chat.openSession(id)]);
    await sent;
    assert.deepEqual([chat.session.id, chat.isReadOnly, (await leases.holder(id)).who], [id, false, 'this']);
  });
});
