import { strict as assert } from 'node:assert';
import type { Connection } from '../../../../src/api/serviceAddress.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat } from '../openChat.ts';

describe('createMeteredSend', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('does not send a message if the API key was removed after the message was submitted', async () => {
    const standIn = await standInService(cleanUp);
    const asked: string[] = [];
    const isCurrent = async ({ apiKey, baseUrl }: Pick<Connection, 'apiKey' | 'baseUrl'>) => {
      asked.push(`${apiKey} ${baseUrl}`);
      return Promise.resolve(false);
    };
    const settings = { connection: () => connectionTo(standIn), isCurrent };
    const { chat, lastReply } = await openChat(
      cleanUp,
      { folder: await temporaryFolder(cleanUp) },
      counter(),
      settings,
    );
    await chat.submitDraft('Hello');
    assert.deepEqual(asked, [`${standIn.apiKey} ${standIn.baseUrl}`]);
    assert.deepEqual([standIn.requests.length, lastReply().state, lastReply().cost?.high], [0, 'stopped', 0]);
  });
});
