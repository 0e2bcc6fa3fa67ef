import { strict as assert } from 'node:assert';
import type { WorkspaceChat } from '../../../../src/chat/conversation/workspaceChat.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { openChat } from '../openChat.ts';
import { exchangeRecords } from './exchangeRecords.ts';

describe('ShownSession', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  const changes: readonly (readonly [name: string, change: (chat: WorkspaceChat) => Promise<unknown>])[] = [
    ['shows a new session', async (chat) => chat.newSession()],
    ['takes over the session', async (chat) => chat.takeOver()],
  ];
  for (const [name, change] of changes) {
    it(`ignores changes by another window that were read before this window ${name}`, async () => {
      const folder = await temporaryFolder(cleanUp);
      const one = await openChat(cleanUp, { folder, windowId: 'one' }, counter());
      await one.sessions.append('a', exchangeRecords('Shown'));
      await one.chat.openSession('a');
      const reading = Promise.withResolvers<undefined>();
      const changed = Promise.withResolvers<undefined>();
      const updated = Promise.withResolvers<undefined>();
      const { chat } = await openChat(cleanUp, { folder, windowId: 'two' }, counter(), {
        onOpen: (access) => {
          const readUpdate = access.readUpdate.bind(access);
          access.readUpdate = async (messages) => {
            const update = await readUpdate(messages);
            reading.resolve(undefined);
            await changed.promise;
            updated.resolve(undefined);
            return update;
          };
        },
      });
      await chat.openSession('a');
      assert.equal(chat.isReadOnly, true);
      await one.sessions.append('a', exchangeRecords('Later', 9));
      await reading.promise;
      await change(chat);
      const { session } = chat;
      changed.resolve(undefined);
      await updated.promise;
      // The update continues in microtasks.
      await new Promise(setImmediate);
      assert.equal(chat.session, session);
      assert.equal(chat.isReadOnly, false);
    });
  }
});
