import { strict as assert } from 'node:assert';
import { mergeSession } from '../../../../src/chat/archive/mergeSession.ts';
import type { Reply } from '../../../../src/chat/messages/message.ts';
import type { TranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { openChat, type Workspace } from '../openChat.ts';
import { exchangeRecords } from './exchangeRecords.ts';

describe('recovery of an imported session whose replies have no cost', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp), sessionId: 'imported' };
  });

  /** Opens the imported session. Counts the texts that are counted and the operations on files. */
  const open = async (records: readonly TranscriptRecord[] = []) => {
    const files = createNodeFileStore(workspace.folder);
    if (records.length > 0)
      await mergeSession({ files, withSession: async () => Promise.resolve(false) }, 'imported', records, false);
    let [counted, operations] = [0, 0];
    const opened = await openChat(
      cleanUp,
      workspace,
      {
        ...counter(),
        count: async (text) => {
          counted += 1;
          return counter().count(text);
        },
      },
      {
        wrapFiles: (wrapped) =>
          createFaultyStore(wrapped, () => {
            operations += 1;
            return undefined;
          }),
      },
    );
    const replies = opened.chat.session.messages.filter((each): each is Reply => each.kind === 'reply');
    return { ...opened, replies, counted, operations };
  };
  /** Returns the records of exchanges. Every second reply has no end. */
  const exchanges = (count: number) =>
    Array.from({ length: count }, (_, index) => exchangeRecords('Text', index + 1).slice(0, 3 + (index % 2))).flat();

  it('books nothing in the ledger, and ends the replies', async () => {
    for (const records of [exchanges(5), []]) {
      const { ledger, replies, chat, saveErrors } = await open(records);
      await ledger.refresh();
      assert.equal(ledger.total().requests, 0);
      assert.deepEqual(
        replies.map(({ state }) => state),
        ['incomplete', 'complete', 'incomplete', 'complete', 'incomplete'],
      );
      assert.deepEqual([chat.session.isRunning, saveErrors], [false, []]);
      await chat.close();
    }
  });

  it('counts the tokens of as few texts, and writes as few times, for many replies as for a few', async () => {
    const few = await open(exchanges(3));
    await few.chat.close();
    workspace = { folder: await temporaryFolder(cleanUp), sessionId: 'imported' };
    const many = await open(exchanges(201));
    assert.equal(many.replies.length, 201);
    assert.deepEqual([many.counted, many.operations], [few.counted, few.operations]);
  });

  it('books nothing for the copied replies of an edited message', async () => {
    const { chat } = await open(exchanges(2));
    const messages = chat.session.messages.map(({ id, ...message }) => ({ ...message, id: `${id}copy` }));
    await chat.close();
    workspace = { folder: await temporaryFolder(cleanUp), sessionId: 'imported' };
    const { ledger, replies } = await open([{ type: 'carried', from: 'other', messages }]);
    await ledger.refresh();
    assert.deepEqual([replies.length, ledger.total().requests], [2, 0]);
  });

  it('lets the user delete such a reply', async () => {
    const { chat, replies } = await open(exchanges(3));
    await chat.session.deleteExchange(replies[0]!.id);
    assert.equal(chat.session.messages.length, 4);
  });
});
