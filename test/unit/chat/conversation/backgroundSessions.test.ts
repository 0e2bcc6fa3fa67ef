import { strict as assert } from 'node:assert';
import type { Script } from '../../../standIn/script.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, shown, type Workspace } from '../openChat.ts';

describe('A reply whose session is no longer shown', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /** Opens a chat, sends a message, and shows a new session when the reply has a part of its text. */
  const leave = async (script: Script = { tokens: 50, hold: 12 }) => {
    const standIn = await standInService(cleanUp, script);
    const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
    const window = await openChat(cleanUp, workspace, counter(), { connection: () => connectionTo(standIn) });
    const { chat, until, lastReply } = window;
    const old = chat.session;
    const sent = chat.submitDraft('Go on');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => lastReply().text === exchange.textSent);
    await chat.newSession();
    return { ...window, standIn, workspace, old, sent, exchange };
  };
  const idsOf = (sessions: readonly { readonly id: string }[]) => sessions.map(({ id }) => id);

  it('goes on, is booked, and is reported when it has ended', async () => {
    const { chat, events, ledger, leases, until, old, sent, exchange } = await leave();
    assert.notEqual(chat.session, old);
    assert.deepEqual(idsOf(chat.background), [old.id]);
    const before = events.length;
    exchange.release();
    await sent;
    await until(() => events.some(({ type }) => type === 'backgroundEnded'));
    const [ended, changed, ...more] = events.slice(before).filter(({ type }) => type !== 'backgroundCostChanged');
    assert.deepEqual([changed?.type, more], ['backgroundChanged', []]);
    assert.ok(ended?.type === 'backgroundEnded' && ended.sessionId === old.id);
    assert.deepEqual([ended.reply.state, ended.reply.text], ['complete', exchange.textSent]);
    assert.equal(ledger.total({ sessionId: old.id }).high, ended.reply.cost?.high);
    assert.deepEqual(chat.background, []);
    await chat.openSession(old.id);
    assert.deepEqual(shown(chat.session.messages), ['You: Go on', `complete: ${exchange.textSent}`]);
    assert.equal((await leases.holder(old.id)).who, 'this');
  });

  it('reports its cost so far', async () => {
    const { events, until, old, sent, exchange } = await leave({ tokens: 600, hold: 200 });
    const before = events.length;
    const costs = () => events.slice(before).filter((event) => event.type === 'backgroundCostChanged');
    exchange.release(200);
    await until(() => costs().length > 0);
    assert.equal(costs()[0]?.replyId, old.messages.at(-1)?.id);
    assert.ok(!events.slice(before).some(({ type }) => type === 'costSoFarChanged'));
    exchange.release();
    await sent;
  });

  it('releases its session when it has ended', async () => {
    const { events, leases, until, old, sent, exchange } = await leave();
    exchange.release();
    await sent;
    await until(() => events.some(({ type }) => type === 'backgroundEnded'));
    while ((await leases.holder(old.id)).who !== 'nobody');
  });

  it('streams into its session when the session is shown again', async () => {
    const { chat, events, until, lastReply, old, sent, exchange } = await leave();
    const fresh = chat.session.id;
    await chat.openSession(old.id);
    assert.equal(chat.session, old);
    assert.deepEqual([chat.background, lastReply().state], [[], 'streaming']);
    exchange.release();
    await until(() => lastReply().text === exchange.textSent);
    await sent;
    assert.equal(lastReply().state, 'complete');
    assert.ok(!events.some(({ type }) => type === 'backgroundEnded'));
    await chat.openSession(fresh);
    assert.deepEqual(chat.background, []);
  });

  it('runs beside a reply of the shown session', async () => {
    const { chat, standIn, lastReply, old, sent, exchange } = await leave();
    standIn.script({ tokens: 5 });
    await chat.submitDraft('Another');
    assert.equal(lastReply().state, 'complete');
    assert.deepEqual(idsOf(chat.background), [old.id]);
    exchange.release();
    await sent;
    assert.deepEqual(
      standIn.requests.map(({ aborted }) => aborted),
      [false, false],
    );
  });

  it('can be stopped, and keeps its text', async () => {
    const { chat, events, ledger, until, old, sent, exchange } = await leave();
    chat.stopBackground(old.id);
    await sent;
    await until(() => events.some(({ type }) => type === 'backgroundEnded'));
    assert.deepEqual([exchange.aborted, chat.background], [true, []]);
    assert.ok(ledger.total({ sessionId: old.id }).high > 0);
    await chat.openSession(old.id);
    assert.deepEqual(shown(chat.session.messages), ['You: Go on', `stopped: ${exchange.textSent}`]);
  });

  it('is stopped and booked when the window closes, and when its session is deleted', async () => {
    for (const end of ['close', 'delete'] as const) {
      const { chat, library, ledger, old, sent, exchange } = await leave();
      if (end === 'close') await chat.close();
      else assert.equal(await library.delete(old.id), 'done');
      await sent;
      assert.deepEqual([exchange.aborted, ledger.pendingRequests()], [true, []], end);
      assert.ok(ledger.total({ sessionId: old.id }).high > 0, end);
    }
  });

  it('is not recovered while it runs, and is marked in the list of sessions', async () => {
    const { chat, library, ledger, old, sent, exchange } = await leave();
    await chat.recover([{ sessionId: old.id }]);
    assert.equal(ledger.pendingRequests().length, 1);
    const listed = await library.list(() => undefined);
    assert.deepEqual(
      listed.map(({ id, isRunning }) => [id, isRunning]),
      [[old.id, true]],
    );
    assert.equal(await library.title(old.id), 'Go on');
    exchange.release();
    await sent;
  });
});
