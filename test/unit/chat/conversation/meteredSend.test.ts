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
    const { state, ending, cost } = lastReply();
    assert.deepEqual([standIn.requests.length, state, cost?.high], [0, 'failed', 0]);
    assert.deepEqual([ending?.error?.name, ending?.error?.code], ['NotSentError', 'connection_changed']);
  });

  it('ends the reply with an error, and charges nothing, if the API key cannot be read before sending', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, lastReply } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
      isCurrent: async () => Promise.reject(new Error(`No keyring for ${standIn.apiKey}.`)),
    });
    await chat.submitDraft('Hello');
    const { state, ending, cost } = lastReply();
    assert.deepEqual([standIn.requests.length, state, ending?.charged, cost?.high], [0, 'failed', 'no', 0]);
    assert.deepEqual([ending?.error?.name, ending?.error?.detail], ['NotSentError', 'No keyring for •••.']);
  });

  const busyThenChecked = async (isStillCurrent: () => Promise<boolean>) => {
    const standIn = await standInService(cleanUp);
    standIn.script({ fault: { kind: 'status', status: 429, retryAfter: '0' } });
    let asked = 0;
    const { chat, lastReply } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
      isCurrent: async () => {
        asked += 1;
        return asked === 1 ? Promise.resolve(true) : isStillCurrent();
      },
    });
    await chat.submitDraft('Hello');
    const { state, ending, cost } = lastReply();
    assert.deepEqual([asked, standIn.requests.length, state, cost?.high], [2, 1, 'failed', 0]);
    return ending?.error;
  };

  it('does not retry if the API key cannot be read, and ends the reply with the reason', async () => {
    const error = await busyThenChecked(async () => Promise.reject(new Error('No keyring.')));
    assert.deepEqual([error?.name, error?.detail], ['NotSentError', 'No keyring.']);
  });

  it('does not retry if the API key or the base URL has changed, and ends the reply with the reason', async () => {
    const error = await busyThenChecked(async () => Promise.resolve(false));
    assert.deepEqual([error?.name, error?.code], ['NotSentError', 'connection_changed']);
  });
});
