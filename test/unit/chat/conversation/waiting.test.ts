import { strict as assert } from 'node:assert';
import type { WorkspaceChatEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import { rawServer, streamHead, textEvent } from '../../api/rawServer.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, type Workspace } from '../openChat.ts';

/** Long enough for a loaded machine to answer within it, short enough to be waited for. */
const quietMilliseconds = 300;

describe('waiting for a reply', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp) };
  });

  const steps = (events: readonly WorkspaceChatEvent[]) => {
    const all = events.flatMap((event) =>
      event.type === 'replyChanged' ? [event.reply.progress?.kind ?? event.reply.state] : [],
    );
    return all.filter((step, index) => step !== all[index - 1]);
  };

  it('says what is waited for: the connection, then the reply', async () => {
    const standIn = await standInService(cleanUp, { hold: 'before-headers' });
    const { chat, events, until } = await openChat(cleanUp, workspace, counter());
    const sent = chat.session.submit('Hello', [], connectionTo(standIn));
    const exchange = await standIn.nextRequest();
    await until(() => steps(events).includes('waiting'));
    exchange.release();
    await sent;
    assert.deepEqual(steps(events), ['connecting', 'waiting', 'streaming', 'complete']);
  });

  it('asks when nothing has come for a while, and ends nothing by itself', async () => {
    const standIn = await standInService(cleanUp, { hold: 'before-headers' });
    const options = { firstByteTimeout: quietMilliseconds };
    const { chat, events, until, lastReply } = await openChat(cleanUp, workspace, counter(), { options });
    const before = Date.now();
    const sent = chat.session.submit('Hello', [], connectionTo(standIn));
    const exchange = await standIn.nextRequest();
    await until(() => steps(events).includes('quiet'));
    const { progress } = lastReply();
    assert.ok(progress?.kind === 'quiet' && progress.since >= before);
    chat.session.keepWaiting();
    assert.equal(lastReply().progress?.kind, 'waiting');
    await until(() => lastReply().progress?.kind === 'quiet');
    exchange.release();
    await sent;
    assert.equal(lastReply().state, 'complete');
    assert.equal(standIn.requests.length, 1);
  });

  it('asks again when a reply falls silent, until it goes on', async () => {
    const server = await rawServer(cleanUp);
    const options = { idleTimeout: quietMilliseconds };
    const { chat, until, lastReply } = await openChat(cleanUp, workspace, counter(), { options });
    const sent = chat.session.submit('Hello', [], connectionTo(server));
    const { socket, requested } = await server.connected;
    await requested;
    socket.write(streamHead + textEvent('One'));
    await until(() => chat.session.messages.length > 0 && lastReply().progress?.kind === 'quiet');
    assert.equal(lastReply().state, 'streaming');
    // A keep-alive comment is a sign of life.
    socket.write(': still here\n\n');
    await until(() => lastReply().progress === undefined);
    socket.end(`${textEvent(' two')}data: [DONE]\n\n`);
    await sent;
    assert.equal(lastReply().text, 'One two');
  });

  it('shows when a busy service is asked again, and asks at once when the person wants it', async () => {
    const standIn = await standInService(cleanUp);
    standIn.script({ fault: { kind: 'status', status: 429, retryAfter: '60' } });
    const { chat, events, until, lastReply } = await openChat(cleanUp, workspace, counter());
    const before = Date.now();
    const sent = chat.session.submit('Hello', [], connectionTo(standIn));
    await until(() => steps(events).includes('repeating'));
    const { progress, state } = lastReply();
    assert.equal(state, 'connecting');
    assert.ok(progress?.kind === 'repeating' && progress.at >= before + 60_000);
    chat.session.sendNow();
    await sent;
    assert.deepEqual(steps(events), [
      'connecting',
      'waiting',
      'repeating',
      'connecting',
      'waiting',
      'streaming',
      'complete',
    ]);
    assert.equal(lastReply().progress, undefined);
  });

  it('books nothing when the person stops a message that was not accepted', async () => {
    const standIn = await standInService(cleanUp);
    standIn.script({ fault: { kind: 'status', status: 429, retryAfter: '60' } });
    const { chat, events, until, lastReply } = await openChat(cleanUp, workspace, counter());
    const sent = chat.session.submit('Hello', [], connectionTo(standIn));
    await until(() => steps(events).includes('repeating'));
    chat.session.stop();
    await sent;
    assert.equal(lastReply().state, 'stopped');
    assert.equal(lastReply().cost?.high, 0);
    assert.equal(standIn.requests.length, 1);
  });
});
