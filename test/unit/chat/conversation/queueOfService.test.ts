import { strict as assert } from 'node:assert';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, type OpenChat, type Workspace } from '../openChat.ts';

describe('a message that was queued for a service', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /** Opens a chat at service A with a paused reply and these messages in the queue. `use` changes the base URL. */
  const openQueued = async (...texts: readonly string[]) => {
    const [a, b] = [await standInService(cleanUp), await standInService(cleanUp)];
    a.script({ tokens: 20, hold: 3 });
    let service = a;
    const settings = { connection: () => connectionTo(service) };
    const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
    const { chat } = await openChat(cleanUp, workspace, counter(), settings);
    const first = chat.submitDraft('first');
    const exchange = await a.nextRequest();
    await exchange.held;
    a.script({});
    for (const text of texts) await chat.submitDraft(text);
    const endReply = async () => {
      exchange.release();
      await first;
    };
    return { a, b, chat, workspace, settings, endReply, use: (each: typeof a) => (service = each) };
  };

  /** The texts of the queue. An asterisk marks held messages, a plus sign messages of another service. */
  const queueOf = ({ draft, session }: OpenChat['chat']) =>
    draft.queue.map((each) => {
      const marks = [draft.isHeld(each, session.id) ? '*' : '', draft.isOfOtherService(each) ? '+' : ''];
      return [each.text, ...marks].join('');
    });

  it('waits for the user if the service has changed when the reply ends, with all messages behind it', async () => {
    const { a, b, chat, endReply, use } = await openQueued('second', 'third');
    use(b);
    assert.deepEqual(queueOf(chat), ['second*+', 'third*+']);
    await endReply();
    assert.deepEqual(queueOf(chat), ['second*+', 'third*+']);
    assert.deepEqual([a.requests.length, b.requests.length], [1, 0]);
    assert.equal(await chat.sendQueued(chat.draft.queue[0]!.id), true);
    assert.deepEqual([a.requests.length, b.requests.length], [1, 1]);
    assert.deepEqual(queueOf(chat), ['third*+']);
  });

  it('is sent as usual if the service has changed back before the reply ends', async () => {
    const { a, b, chat, endReply, use } = await openQueued('second');
    use(b);
    use(a);
    await endReply();
    assert.deepEqual([a.requests.length, b.requests.length, ...queueOf(chat)], [2, 0]);
  });

  it('is sent to another service after the running reply if the user sends it meanwhile', async () => {
    const { a, b, chat, endReply, use } = await openQueued('second', 'third');
    use(b);
    await chat.sendQueued(chat.draft.queue[0]!.id);
    assert.deepEqual(queueOf(chat), ['second', 'third*+']);
    await endReply();
    assert.deepEqual([a.requests.length, b.requests.length, ...queueOf(chat)], [1, 1, 'third*+']);
  });

  it('is still a message of that service after a reload', async () => {
    const { b, chat, workspace, settings, endReply, use } = await openQueued('second');
    use(b);
    await endReply();
    await chat.close();
    const { chat: again } = await openChat(cleanUp, workspace, counter(), settings);
    assert.deepEqual(queueOf(again), ['second*+']);
  });

  it('becomes a message of the new service when the user edits it', async () => {
    const { b, chat, endReply, use } = await openQueued('second', 'third');
    use(b);
    chat.draft.editQueued(chat.draft.queue[0]!.id);
    await chat.putBackQueued();
    assert.deepEqual(queueOf(chat), ['second*+', 'third*+']);
    chat.draft.editQueued(chat.draft.queue[0]!.id);
    chat.draft.setText('second, edited');
    await chat.putBackQueued();
    assert.deepEqual(queueOf(chat), ['second, edited*', 'third*+']);
    await endReply();
  });
});
