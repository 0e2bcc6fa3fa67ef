import { strict as assert } from 'node:assert';
import type { WorkspaceChatEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import { rawServer, streamHead, textEvent } from '../../api/rawServer.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, type Workspace } from '../openChat.ts';

/**
 * The value of `firstByteTimeout` and `idleTimeout` in these tests. It is long enough for a slow machine to answer in
 * time, and short enough for a test.
 */
const quietMilliseconds = 300;

describe('progress of a reply', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp) };
  });

  /**
   * Returns one step for each change of the reply: the kind of the reply's progress, or the reply's state if there is
   * no progress. Omits a step that equals the step before.
   */
  const steps = (events: readonly WorkspaceChatEvent[]) => {
    const all = events.flatMap((event) =>
      event.type === 'replyChanged' ? [event.reply.progress?.kind ?? event.reply.state] : [],
    );
    return all.filter((step, index) => step !== all[index - 1]);
  };

  it('is "connecting", then "waiting" until the first text', async () => {
    const standIn = await standInService(cleanUp, { hold: 'before-headers' });
    const { chat, events, until } = await openChat(cleanUp, workspace, counter());
    const sent = chat.session.submit('Hello', [], connectionTo(standIn));
    const exchange = await standIn.nextRequest();
    await until(() => steps(events).includes('waiting'));
    exchange.release();
    await sent;
    assert.deepEqual(steps(events), ['connecting', 'waiting', 'streaming', 'complete']);
  });

  it('is "quiet" after the timeout, and "waiting" after `keepWaiting`, while the request continues', async () => {
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

  /** Starts a reply whose first text is `One`. Resolves when the message has been stored. */
  async function startReply() {
    const server = await rawServer(cleanUp);
    const options = { idleTimeout: quietMilliseconds };
    const { chat, until, lastReply } = await openChat(cleanUp, workspace, counter(), { options });
    const sent = chat.session.submit('Hello', [], connectionTo(server));
    const { socket, requested } = await server.connected;
    await requested;
    socket.write(streamHead + textEvent('One'));
    await until(() => chat.session.messages.length > 0);
    return { until, lastReply, sent, socket };
  }

  it('is "quiet" when a reply pauses, until the next byte', async () => {
    const { until, lastReply, sent, socket } = await startReply();
    await until(() => lastReply().progress?.kind === 'quiet');
    assert.equal(lastReply().state, 'streaming');
    // A comment in the event stream only keeps the connection alive. It also ends the progress `quiet`.
    socket.write(': still here\n\n');
    await until(() => lastReply().progress === undefined);
    socket.end(`${textEvent(' two')}data: [DONE]\n\n`);
    await sent;
    assert.equal(lastReply().text, 'One two');
  });

  it('is "quiet" when a reply goes on with empty deltas only, until the next text', async () => {
    const { until, lastReply, sent, socket } = await startReply();
    await until(() => lastReply().text === 'One');
    const deltas = setInterval(() => socket.write(textEvent('')), quietMilliseconds / 10);
    cleanUp(() => clearInterval(deltas));
    await until(() => lastReply().progress?.kind === 'quiet');
    clearInterval(deltas);
    socket.end(`${textEvent(' two')}data: [DONE]\n\n`);
    await sent;
    assert.equal(lastReply().text, 'One two');
  });

  it('is "repeating" while an automatic retry waits, until `sendNow` starts the retry at once', async () => {
    const standIn = await standInService(cleanUp);
    standIn.script({ fault: { kind: 'status', status: 429, retryAfter: '60' } });
    const { chat, events, until, lastReply } = await openChat(cleanUp, workspace, counter());
    const before = Date.now();
    const sent = chat.session.submit('Hello', [], connectionTo(standIn));
    await until(() => steps(events).includes('repeating'));
    const { progress, state } = lastReply();
    assert.equal(state, 'connecting');
    assert.ok(progress?.kind === 'repeating' && progress.at >= before + 60_000);
    // The refused attempt was not charged.
    await until(() => lastReply().costSoFar?.high === 0);
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

  it('a reply that the user stops while it waits for a retry has the state "stopped" and zero cost', async () => {
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
