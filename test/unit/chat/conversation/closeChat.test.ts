import { strict as assert } from 'node:assert';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, type Workspace } from '../openChat.ts';

describe('WorkspaceChat.close', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('resolves only after the last change of the draft is saved, and writes nothing if there was none', async () => {
    const folder = await temporaryFolder(cleanUp);
    for (const text of ['', 'Typed at the end']) {
      const written: string[] = [];
      const { chat } = await openChat(cleanUp, { folder }, counter(), {
        wrapFiles: (files) => ({
          ...files,
          write: async (name, draft, options) => {
            for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
            await files.write(name, draft, options);
            written.push(name);
          },
        }),
      });
      if (text !== '') chat.draft.setText(text);
      await chat.close();
      assert.deepEqual(written, text === '' ? [] : ['draft.json']);
    }
    assert.equal((await openChat(cleanUp, { folder }, counter())).chat.draft.text, 'Typed at the end');
  });

  it('records that the running reply was interrupted, and not stopped by the user or cut off by the service', async () => {
    const standIn = await standInService(cleanUp, { tokens: 100, hold: 40 });
    const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
    const open = async () => openChat(cleanUp, workspace, counter(), { connection: () => connectionTo(standIn) });
    const { chat, until, lastReply } = await open();
    const sent = chat.submitDraft('Go on');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => lastReply().text === exchange.textSent);
    await chat.close();
    await sent;
    const { ending } = (await open()).lastReply();
    assert.deepEqual([ending?.end, ending?.isInterrupted], ['incomplete', true]);
  });
});
