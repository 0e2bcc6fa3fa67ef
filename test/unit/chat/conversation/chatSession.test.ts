import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Message } from '../../../../src/chat/messages/message.ts';
import { formatTranscriptRecord, type TranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import type { SpendPermit } from '../../../../src/common/spendPermit.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { published } from '../../meter/published.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, sessionFile, shown, untilFile, type Workspace } from '../openChat.ts';

describe('ChatSession', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp) };
  });

  const open = async () => openChat(cleanUp, workspace, counter());

  it('writes the message and the pending cost to disk before it sends the request', async () => {
    const { chat } = await open();
    let transcript = '';
    let spend = '';
    const server = createServer((_, response) => {
      transcript = readFileSync(sessionFile(workspace), 'utf8');
      const [month = ''] = readdirSync(path.join(workspace.folder, 'spend'));
      spend = readFileSync(path.join(workspace.folder, 'spend', month), 'utf8');
      response.end('data: [DONE]\n\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUp(() => server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    await chat.session.submit('Is it safe?', [], connectionTo({ baseUrl }));
    assert.match(transcript, /"type":"question".*"Is it safe\?"/);
    assert.match(transcript, /"type":"reply"/);
    assert.match(spend, /"end":"pending"/);
  });

  it('reports the new messages, the states of the reply and its text as events, in order', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, events, lastReply } = await open();
    await chat.session.submit('Hello', [], connectionTo(standIn));
    // The cost so far is counted in the background, so `costSoFarChanged` events come at varying positions.
    const steps = events
      .slice(1)
      .filter(({ type }) => type !== 'costSoFarChanged')
      .map((event) => (event.type === 'replyChanged' ? event.reply.state : event.type));
    const distinct = steps.filter((step, index) => step !== steps[index - 1]);
    assert.deepEqual(distinct, ['messagesAdded', 'connecting', 'streaming', 'textAppended', 'complete']);
    const texts = events.map((event) => (event.type === 'textAppended' ? event.text : ''));
    assert.equal(texts.join(''), lastReply().text);
    assert.equal(lastReply().text, standIn.requests[0]?.textSent);
  });

  it('sends a saved question only if it is the last message', async () => {
    const standIn = await standInService(cleanUp);
    workspace.sessionId = 'saved';
    const question: TranscriptRecord = { type: 'question', id: 'q', at: 1, text: 'Hi', attachments: [], content: 'Hi' };
    await mkdir(path.dirname(sessionFile(workspace)), { recursive: true });
    await writeFile(sessionFile(workspace), formatTranscriptRecord(question));
    const { session } = (await open()).chat;
    const permit = {} as SpendPermit;
    assert.equal(await session.send('another', connectionTo(standIn), permit), 'notSent');
    assert.equal(await session.send('q', connectionTo(standIn), permit), 'sent');
    assert.equal(await session.send('q', connectionTo(standIn), permit), 'notSent');
    assert.equal(standIn.requests.length, 1);
  });

  it('writes the text to disk while the reply still runs', async () => {
    const standIn = await standInService(cleanUp, { tokens: 100, hold: 40 });
    const { chat } = await open();
    const sent = chat.session.submit('Go on', [], connectionTo(standIn));
    const exchange = await standIn.nextRequest();
    await exchange.held;
    const file = sessionFile(workspace);
    await untilFile(path.dirname(file), async () => textOf(await readFile(file, 'utf8')) === exchange.textSent);
    assert.equal(exchange.closedAt, undefined);
    exchange.release();
    await sent;
    assert.equal(textOf(await readFile(file, 'utf8')), exchange.textSent);
  });

  it('recovers the received text after a crash, books the reply as incomplete, and sends nothing', async () => {
    const standIn = await standInService(cleanUp, { tokens: 100, hold: 40 });
    const { chat } = await open();
    const sent = chat.session.submit('Go on', [], connectionTo(standIn));
    const exchange = await standIn.nextRequest();
    await exchange.held;
    const file = sessionFile(workspace);
    await untilFile(path.dirname(file), async () => textOf(await readFile(file, 'utf8')) === exchange.textSent);
    const crashed: Workspace = { ...workspace, folder: await temporaryFolder(cleanUp) };
    await cp(workspace.folder, crashed.folder, { recursive: true });
    exchange.release();
    await sent;

    const first = await openChat(cleanUp, crashed, counter());
    const texts = shown(first.chat.session.messages);
    assert.equal(texts[0], 'You: Go on');
    assert.match(texts[1] ?? '', /^incomplete: This is a long reply/);
    assert.equal(first.chat.session.isRunning, false);
    assert.ok(first.lastReply().cost!.high > 0);
    assert.equal(first.lastReply().ending!.isInterrupted, true);
    const second = await openChat(cleanUp, crashed, counter());
    assert.deepEqual(kept(second.chat.session.messages), kept(first.chat.session.messages));
    await second.ledger.refresh();
    assert.equal(second.ledger.summarize(crashed.sessionId!, new Date()).today.high, first.lastReply().cost!.high);
    assert.equal(standIn.requests.length, 1);
  });

  it('after a crash, books a reply without text as possibly free of charge', async () => {
    const standIn = await standInService(cleanUp, { hold: 'before-headers' });
    const { chat } = await open();
    const sent = chat.session.submit('Go on', [], connectionTo(standIn));
    const exchange = await standIn.nextRequest();
    const crashed: Workspace = { ...workspace, folder: await temporaryFolder(cleanUp) };
    await cp(workspace.folder, crashed.folder, { recursive: true });
    exchange.release();
    await sent;
    const { cost, ending } = (await openChat(cleanUp, crashed, counter())).lastReply();
    assert.deepEqual([ending?.end, ending?.charged, cost?.low], ['incomplete', 'maybe', 0]);
    assert.ok(cost!.high > 0);
  });

  it('books a reply that had ended but was not booked when the window closed', async () => {
    const standIn = await standInService(cleanUp, { usage: { prompt: 1000, cached: 600, completion: 500 } });
    const { chat, lastReply } = await open();
    await chat.session.submit('Hello', [], connectionTo(standIn));
    const file = sessionFile(workspace);
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => !line.includes('"booked"'));
    await writeFile(file, lines.join('\n'));
    const again = await open();
    assert.deepEqual(kept(again.chat.session.messages), kept(chat.session.messages));
    assert.deepEqual(again.chat.session.history, chat.session.history);
    await again.ledger.refresh();
    const { today } = again.ledger.summarize(chat.session.id, new Date());
    assert.deepEqual(today, { ...today, ...lastReply().cost });
  });

  it('sends only the first of three messages submitted at once', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open();
    const connection = connectionTo(standIn);
    const sent = await Promise.all([
      chat.session.submit('Twice', [], connection),
      chat.session.submit('Twice', [], connection),
      chat.session.submit('Twice', [], connection),
    ]);
    assert.deepEqual(sent, ['sent', 'notSent', 'notSent']);
    assert.equal(standIn.requests.length, 1);
    assert.equal(chat.session.messages.length, 2);
  });

  it('keeps the received text of a stopped reply, and closes the socket', async () => {
    const standIn = await standInService(cleanUp, { tokens: 100, hold: 12 });
    const { chat, until, lastReply } = await open();
    const sent = chat.session.submit('Go on', [], connectionTo(standIn));
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => lastReply().text === exchange.textSent);
    chat.session.stop();
    await exchange.closed;
    await sent;
    assert.equal(exchange.aborted, true);
    assert.deepEqual([lastReply().state, lastReply().text], ['stopped', exchange.textSent]);
    assert.deepEqual(kept((await open()).chat.session.messages), kept(chat.session.messages));
  });

  it('sends nothing and books a cost of zero if the user stops the reply before the request is sent', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, lastReply } = await open();
    const sent = chat.session.submit('No, wait', [], connectionTo(standIn));
    chat.session.stop();
    await sent;
    assert.equal(lastReply().state, 'stopped');
    assert.equal(lastReply().cost?.high, 0);
    assert.equal(standIn.requests.length, 0);
  });

  it('has the same messages and history after a reload', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open();
    const connection = connectionTo(standIn);
    await chat.session.submit('First', [], connection);
    standIn.script({ fault: { kind: 'status', status: 401 } });
    await chat.session.submit('Second', [], connection);
    standIn.script({ fault: { kind: 'cut', afterBytes: 1_000, how: 'fin' }, tokens: 50 });
    await chat.session.submit('Third', [], connection);
    const again = await open();
    assert.deepEqual(kept(again.chat.session.messages), kept(chat.session.messages));
    assert.deepEqual(again.chat.session.history, chat.session.history);
    assert.deepEqual(
      shown(again.chat.session.messages).map((text) => text.split(':', 1)[0]),
      ['You', 'complete', 'You', 'failed', 'You', 'incomplete'],
    );
  });

  it('saves the cost of a reply and the prices in force', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, lastReply } = await open();
    await chat.session.submit('Hello', [], connectionTo(standIn));
    assert.deepEqual(lastReply().prices, published);
    const again = await open();
    assert.deepEqual([again.lastReply().prices, again.lastReply().cost], [published, lastReply().cost]);
  });

  it('sends the same body on retry, and adds a copy of the question if the reply is not the last message', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, lastReply } = await open();
    standIn.script({ fault: { kind: 'status', status: 500 } });
    const attachments = [{ id: 'a', path: 'a.ts', startLine: 1, endLine: 1, languageId: 'ts', code: 'x' }];
    await chat.session.submit('Explain', attachments, connectionTo(standIn));
    const failed = lastReply();
    await chat.session.retry(failed.id, connectionTo(standIn));
    assert.equal(lastReply().state, 'complete');
    assert.equal(chat.session.messages.length, 3, 'the last question is not repeated');
    assert.equal(standIn.requests[1]?.body, standIn.requests[0]?.body);

    await chat.session.retry(failed.id, connectionTo(standIn));
    assert.equal(chat.session.messages.length, 5, 'an earlier question is repeated at the end');
    assert.equal(standIn.requests[2]?.body, standIn.requests[0]?.body);
    assert.deepEqual(kept((await open()).chat.session.messages), kept(chat.session.messages));
  });

  it('continues an interrupted reply, and sends the same request body when the continuation is retried', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, lastReply } = await open();
    standIn.script({ tokens: 200, fault: { kind: 'cut', afterBytes: 20_000, how: 'fin' } });
    await chat.session.submit('Tell me', [], connectionTo(standIn));
    const broken = lastReply();
    assert.equal(broken.state, 'incomplete');
    await chat.session.continue(broken.id, 'Continue', connectionTo(standIn));
    assert.ok(standIn.requests[1]?.body.includes(JSON.stringify(broken.text.slice(-100)).slice(1, -1)));
    assert.equal(standIn.requests[1]?.sessionId, standIn.requests[0]?.sessionId);
    assert.deepEqual(shown(chat.session.messages.slice(2, 3)), ['You: Continue']);
    assert.equal(lastReply().state, 'complete');

    const continued = lastReply();
    await chat.session.submit('And then?', [], connectionTo(standIn));
    await chat.session.retry(continued.id, connectionTo(standIn));
    assert.equal(standIn.requests[3]?.body, standIn.requests[1]?.body);
  });

  it('ignores `stop`, `sendNow` and `keepWaiting` if no reply runs', async () => {
    const { chat, events } = await open();
    const { length } = events;
    chat.session.stop();
    chat.session.sendNow();
    chat.session.keepWaiting();
    assert.deepEqual([chat.session.isRunning, events.length], [false, length]);
  });

  it('does not retry or continue an unknown reply', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open();
    assert.equal(await chat.session.retry('unknown', connectionTo(standIn)), 'notSent');
    assert.equal(await chat.session.continue('unknown', 'Continue', connectionTo(standIn)), 'notSent');
    assert.equal(standIn.requests.length, 0);
  });

  it('reads messages that were written after an incomplete line', async () => {
    const standIn = await standInService(cleanUp);
    const first = await open();
    await first.chat.session.submit('Before', [], connectionTo(standIn));
    await appendFile(sessionFile(workspace), '{"type":"question","id":"torn","text":"Ha');
    const second = await open();
    assert.equal(second.chat.session.messages.length, 2);
    await second.chat.session.submit('After', [], connectionTo(standIn));
    const third = await open();
    assert.deepEqual(shown(third.chat.session.messages), shown(second.chat.session.messages));
    assert.equal(third.chat.session.messages.length, 4);
  });

  it('sends nothing and keeps the draft when the message cannot be saved', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await openChat(cleanUp, workspace, counter(), { connection: () => connectionTo(standIn) });
    await rm(path.join(workspace.folder, 'sessions'), { recursive: true });
    await writeFile(path.join(workspace.folder, 'sessions'), 'a file in the way');
    chat.draft.setText('Precious');
    await assert.rejects(chat.submitDraft('Precious'));
    assert.equal(standIn.requests.length, 0);
    assert.equal(chat.draft.text, 'Precious');
    assert.deepEqual(chat.session.messages, []);
    assert.equal(chat.session.isRunning, false);

    await rm(path.join(workspace.folder, 'sessions'));
    await chat.submitDraft('Precious');
    assert.equal(standIn.requests.length, 1);
    assert.equal(chat.draft.text, '');
  });

  it('completes a running reply, and reports an error, when the session file cannot be written', async () => {
    const standIn = await standInService(cleanUp, { tokens: 100, hold: 40 });
    const { chat, saveErrors, lastReply } = await open();
    const sent = chat.session.submit('Go on', [], connectionTo(standIn));
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await rm(sessionFile(workspace));
    await mkdir(sessionFile(workspace));
    exchange.release();
    await sent;
    assert.equal(lastReply().state, 'complete');
    assert.equal(lastReply().text, exchange.textSent);
    assert.ok(saveErrors.length > 0);
  });

  it('does not send the next message before the previous reply is booked', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const booking = Promise.withResolvers<undefined>();
    const slowCounter = {
      ...counter(),
      count: async (text: string) => booking.promise.then(async () => counter().count(text)),
    };
    const { chat, until, lastReply } = await openChat(cleanUp, workspace, slowCounter);
    const first = chat.session.submit('First', [], connectionTo(standIn));
    await until(
      () => chat.session.messages.length === 2 && lastReply().state === 'complete' && !chat.session.isRunning,
    );
    const second = chat.session.submit('Second', [], connectionTo(standIn));
    // Make ten round trips. During them, the second message would arrive if it were not held back.
    for (let count = 0; count < 10; count += 1) await fetch(standIn.baseUrl);
    assert.deepEqual(standIn.requests.filter(({ method }) => method === 'POST').length, 1);
    booking.resolve(undefined);
    assert.deepEqual(await Promise.all([first, second]), ['sent', 'sent']);
    assert.ok(lastReply().cost!.inputTokens >= standIn.ledger[1]!.prompt);
  });

  it('can stop the reply to a message that was submitted before the previous reply was booked', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const booking = Promise.withResolvers<undefined>();
    const slowCounter = {
      ...counter(),
      count: async (text: string) => booking.promise.then(async () => counter().count(text)),
    };
    const { chat, until, lastReply } = await openChat(cleanUp, workspace, slowCounter);
    const first = chat.session.submit('First', [], connectionTo(standIn));
    await standIn.nextRequest();
    await until(() => lastReply().state === 'complete' && !chat.session.isRunning);
    standIn.script({ tokens: 100, hold: 40 });
    const second = chat.session.submit('Second', [], connectionTo(standIn));
    booking.resolve(undefined);
    await (
      await standIn.nextRequest()
    ).held;
    assert.equal(chat.session.isRunning, true);
    chat.session.stop();
    await Promise.all([first, second]);
    assert.equal(lastReply().state, 'stopped');
  });

  it('does not write the API key to disk, even if an error of the service contains the key', async () => {
    const standIn = await standInService(cleanUp, { apiKey: 'sk-secret-key' });
    const { chat } = await open();
    await chat.session.submit('Hello', [], connectionTo(standIn));
    standIn.script({ fault: { kind: 'status', status: 401, message: 'Bad key sk-secret-key', code: 'sk-secret-key' } });
    await chat.session.submit('Hello', [], connectionTo(standIn));
    for (const name of await readdir(workspace.folder, { recursive: true, withFileTypes: true })) {
      if (name.isFile()) assert.doesNotMatch(await readFile(path.join(name.parentPath, name.name), 'utf8'), /secret/);
    }
  });
});

/** Returns messages without undefined fields, and without the costs of follow-up requests, which are not saved. */
function kept(messages: readonly Message[]): unknown {
  return JSON.parse(JSON.stringify(messages, (key, value: unknown) => (key === 'nextCosts' ? undefined : value)));
}

/** Returns the text of the replies in a session's file. */
function textOf(transcript: string): string {
  const records = transcript
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { type: string; text?: string });
  return records.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('');
}
