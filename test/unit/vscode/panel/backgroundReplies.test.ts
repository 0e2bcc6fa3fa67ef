import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import type { WorkspaceChatEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import { formatMarkedRange } from '../../../../src/common/text/formatCost.ts';
import type { TokenCounter } from '../../../../src/meter/tokenCounter.ts';
import { createBackgroundReplies, watchShownReplies } from '../../../../src/vscode/panel/backgroundReplies.ts';
import { createSessionHandlers } from '../../../../src/vscode/panel/sessionHandlers.ts';
import { connectionTo, openChat, type ChatSettings } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

describe('BackgroundReplies', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /** Opens a chat. While `gate.counting` is set, each count of tokens waits for it. */
  const open = async (options: ChatSettings['options'] = {}) => {
    const gate: { counting?: Promise<unknown> } = {};
    const gated: TokenCounter = {
      count: async (text) => {
        await gate.counting;
        return counter().count(text);
      },
      dispose: () => undefined,
    };
    const standIn = await standInService(cleanUp, { tokens: 50, hold: 12 });
    const chatChanged = new vscode.EventEmitter<WorkspaceChatEvent>();
    const window = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, gated, {
      options,
      connection: () => connectionTo(standIn),
      onEvent: (event) => chatChanged.fire(event),
    });
    const { chat, library, until, lastReply } = window;
    const replies = createBackgroundReplies({
      chat,
      onDidChangeChat: chatChanged.event,
      library,
      reportError: (error) => assert.fail(String(error)),
    });
    cleanUp(async () => {
      replies.dispose();
      return Promise.resolve();
    });
    const endedShown: string[] = [];
    const shown = watchShownReplies(
      { chat, onDidChangeChat: chatChanged.event, library, reportError: (error) => assert.fail(String(error)) },
      ({ sentence }) => endedShown.push(sentence.replace(/ Cost: .*/, '')),
    );
    cleanUp(() => shown.dispose());
    const ended: string[] = [];
    replies.onDidEnd(({ sentence }) => ended.push(sentence.replace(/ Cost: .*/, '')));
    /** Sends a message, and resolves when the reply has a part of its text. */
    const send = async () => {
      const sent = chat.submitDraft('Go on');
      const exchange = await standIn.nextRequest();
      await exchange.held;
      await until(() => lastReply().text === exchange.textSent);
      return { id: chat.session.id, sent, exchange };
    };
    const titled = async () => {
      while (replies.views()[0]?.sentence.includes('Untitled') === true) await new Promise(setImmediate);
    };
    const sentences = () => replies.views().map(({ sentence }) => sentence.replace(/ Cost( so far)?: .*/, ''));
    return { ...window, gate, standIn, replies, ended, endedShown, send, titled, sentences };
  };

  it('contain the running reply of a session that is not shown, and then its end with the title of the session', async () => {
    const { chat, replies, ended, send, titled, sentences } = await open();
    const { id, sent, exchange } = await send();
    await chat.newSession();
    await titled();
    assert.deepEqual(sentences(), ['A reply is running in “Go on”.']);
    replies.dismiss(id);
    assert.equal(replies.views().length, 1);
    exchange.release();
    await sent;
    while (ended.length === 0) await new Promise(setImmediate);
    assert.deepEqual([ended, sentences()], [['The reply in “Go on” is complete.'], ended]);
    replies.dismiss(id);
    assert.deepEqual(replies.views(), []);
  });

  it('show the cost so far of a running reply, and report its changes', async () => {
    const { chat, standIn, until, lastReply, replies, titled } = await open();
    standIn.script({ tokens: 600, hold: 200 });
    const sent = chat.submitDraft('Go on');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => lastReply().costSoFar !== undefined);
    const { id } = lastReply();
    await chat.newSession();
    await titled();
    const costSoFar = () => {
      const reply = chat.background[0]?.messages.find((message) => message.id === id);
      assert.ok(reply?.kind === 'reply' && reply.costSoFar !== undefined);
      return formatMarkedRange(reply.costSoFar, 'en');
    };
    const sentence = () => replies.views()[0]?.sentence;
    const first = costSoFar();
    assert.equal(sentence(), `A reply is running in “Go on”. Cost so far: ${first}.`);
    exchange.release(200);
    await new Promise<void>((resolve) => {
      replies.onDidChange(() => {
        if (costSoFar() !== first) resolve();
      });
    });
    assert.equal(sentence(), `A reply is running in “Go on”. Cost so far: ${costSoFar()}.`);
    exchange.release();
    await sent;
  });

  it('do not contain the session any more when the reply that ended before the user left the session is booked', async () => {
    const { chat, gate, events, replies, ended, send, until, lastReply } = await open();
    const { sent, exchange } = await send();
    const counted = Promise.withResolvers<undefined>();
    gate.counting = counted.promise;
    exchange.release();
    await until(() => lastReply().ending !== undefined);
    await chat.newSession();
    const left = events.findIndex(({ type }) => type === 'backgroundChanged');
    assert.notEqual(left, -1);
    counted.resolve(undefined);
    await sent;
    while (!events.some(({ type }, index) => index > left && type === 'backgroundChanged'))
      await new Promise(setImmediate);
    assert.deepEqual([replies.views(), ended], [[], []]);
  });

  it('do not report the end of a reply that the user has stopped', async () => {
    const { chat, replies, ended, endedShown, send, events } = await open();
    const background = await send();
    await chat.newSession();
    chat.stopBackground(background.id);
    await background.sent;
    while (!events.some(({ type }) => type === 'backgroundEnded')) await new Promise(setImmediate);
    assert.deepEqual([replies.views(), ended], [[], []]);
    const shown = await send();
    chat.stop();
    await shown.sent;
    while (chat.session.messages.every((each) => each.kind === 'question' || each.cost === undefined))
      await new Promise(setImmediate);
    await new Promise(setImmediate);
    assert.deepEqual(endedShown, []);
  });

  it('report the end of a reply that another window stopped before it deletes all data', async () => {
    const { chat, endedShown, send } = await open();
    const { sent } = await send();
    await chat.release(async () => Promise.resolve(false));
    await sent;
    while (endedShown.length === 0) await new Promise(setImmediate);
    assert.deepEqual(endedShown, ['The reply in “Go on” is incomplete.']);
  });

  it('do not contain a deleted session any more', async () => {
    const { chat, library, replies, send } = await open();
    const { id, sent } = await send();
    await chat.newSession();
    assert.equal(replies.views().length, 1);
    assert.equal(await library.delete(id), 'done');
    await sent;
    assert.deepEqual(replies.views(), []);
  });

  it('do not contain an ended reply any more when the user deletes its session', async () => {
    const { chat, library, replies, ended, send } = await open();
    const { id, sent, exchange } = await send();
    await chat.newSession();
    exchange.release();
    await sent;
    while (ended.length === 0) await new Promise(setImmediate);
    const posted: unknown[] = [];
    const { deleteSession } = createSessionHandlers({
      chat,
      library,
      exportSession: async () => Promise.reject(new Error('Exported')),
      restoreFocus: async () => Promise.resolve(),
      backgroundReplies: replies,
      post: (message) => posted.push(message),
      reportError: (error) => assert.fail(String(error)),
    });
    await deleteSession({ type: 'deleteSession', id });
    const deleted = [{ id, title: 'Go on' }];
    assert.deepEqual([posted, replies.views()], [[{ type: 'didDeleteSession', id, deleted }], []]);
  });

  it('are empty after a deletion of all data, and stay after a cancelled deletion', async () => {
    const { chat, ended, send, sentences } = await open();
    const { sent, exchange } = await send();
    await chat.newSession();
    exchange.release();
    await sent;
    while (ended.length === 0) await new Promise(setImmediate);
    await chat.release(async () => Promise.resolve(false));
    assert.deepEqual(sentences(), ended);
    await chat.release(async () => Promise.resolve(true));
    assert.deepEqual(sentences(), []);
  });

  it('say that the service has been silent, until the next text arrives', async () => {
    const { chat, replies, sentences, send, titled } = await open({ idleTimeout: 300 });
    const { exchange, sent } = await send();
    await chat.newSession();
    await titled();
    const [session] = chat.background;
    const changes: string[] = [];
    replies.onDidChange(() => changes.push(...sentences()));
    while (changes.every((sentence) => sentence.startsWith('A reply'))) await new Promise(setImmediate);
    assert.deepEqual(sentences(), ['The service has sent nothing for a while in “Go on”.']);
    session?.keepWaiting();
    assert.deepEqual(sentences(), ['A reply is running in “Go on”.']);
    exchange.release();
    await sent;
  });

  it('say that a message is sent again soon while its retry waits', async () => {
    const { chat, standIn, until, lastReply, sentences, titled } = await open();
    standIn.script({ fault: { kind: 'status', status: 429, retryAfter: '60' } });
    const sent = chat.submitDraft('Go on');
    await until(() => chat.session.messages.length > 0 && lastReply().progress?.kind === 'repeating');
    await chat.newSession();
    await titled();
    assert.deepEqual(sentences(), ['The message in “Go on” is sent again soon.']);
    chat.background[0]?.stop();
    await sent;
  });

  it('do not include the shown session, whose replies are each reported once when they are booked', async () => {
    const { chat, ended, endedShown, send } = await open();
    const first = await send();
    first.exchange.release();
    await first.sent;
    await chat.session.priceNext();
    const second = await send();
    second.exchange.release();
    await second.sent;
    while (endedShown.length < 2) await new Promise(setImmediate);
    assert.deepEqual(endedShown, Array(2).fill('The reply in “Go on” is complete.'));
    assert.deepEqual(ended, []);
  });

  it('report the end of a running reply once if its session is shown again', async () => {
    const { chat, library, ended, endedShown, send } = await open();
    const { id, sent, exchange } = await send();
    await chat.newSession();
    assert.equal(await library.open(id), 'done');
    exchange.release();
    await sent;
    while (endedShown.length === 0) await new Promise(setImmediate);
    assert.deepEqual([endedShown, ended], [['The reply in “Go on” is complete.'], []]);
  });
});
