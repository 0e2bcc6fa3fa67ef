import { strict as assert } from 'node:assert';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ConversationMode } from '../../../../src/chat/messages/message.ts';
import { rebuildRequest } from '../../../../src/chat/messages/sentRequest.ts';
import { toHttpRequest } from '../../../../src/api/client.ts';
import type { RequestOptions } from '../../../../src/chat/conversation/requestOptions.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, sessionFile, type OpenChat, type Workspace } from '../openChat.ts';

const instructions = 'Answer briefly. '.repeat(40).trim();

describe('a chat with instructions', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp) };
  });

  const start = async (mode: ConversationMode, options: Partial<RequestOptions> = {}) => {
    const standIn = await standInService(cleanUp);
    const open = async () =>
      openChat(cleanUp, workspace, counter(), {
        options: { mode, instructions, ...options },
        connection: () => connectionTo(standIn),
      });
    const contents = () =>
      standIn.requests.map(({ body }) =>
        (JSON.parse(body) as { messages: { content: string }[] }).messages.map(({ content }) => content),
      );
    return { standIn, open, contents, ...(await open()) };
  };

  it('sends them in the first message of each session in mode "session"', async () => {
    const { chat, contents } = await start('session');
    await chat.submitDraft('One');
    await chat.submitDraft('Two');
    await chat.newSession();
    await chat.submitDraft('Three');
    assert.deepEqual(contents(), [[`${instructions}\n\nOne`], ['Two'], [`${instructions}\n\nThree`]]);
  });

  it('sends them in mode "session" until a part of a reply has arrived', async () => {
    const { chat, contents, standIn } = await start('session');
    const faults = [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 502 },
      { kind: 'error-at-200', body: 'openai' },
      { kind: 'reset' },
      { kind: 'error', afterTokens: 3, body: 'openai' },
    ] as const;
    for (const [index, fault] of faults.entries()) {
      standIn.script({ tokens: 20, fault });
      await chat.submitDraft(String(index));
    }
    await chat.submitDraft('Last');
    const withInstructions = faults.map((_, index) => [`${instructions}\n\n${index}`]);
    assert.deepEqual(contents(), [...withInstructions, ['Last']]);
  });

  it('sends them in each request in mode "messages"', async () => {
    const { chat, contents, lastReply } = await start('messages');
    await chat.submitDraft('One');
    const { text } = lastReply();
    await chat.submitDraft('Two');
    assert.deepEqual(contents(), [[`${instructions}\n\nOne`], [`${instructions}\n\nOne`, text, 'Two']]);
  });

  for (const mode of ['session', 'messages'] as const) {
    it(`includes them in the estimate and in the recorded cost in mode "${mode}"`, async () => {
      const { chat, standIn, lastReply } = await start(mode);
      standIn.script({ usage: 'withheld' });
      const { low, high } = (await chat.session.estimateNext(['One']))[0]!;
      await chat.submitDraft('One');
      const { prompt } = standIn.ledger[0]!;
      const { cost } = lastReply();
      assert.ok(prompt > 100);
      assert.ok(cost!.inputTokens >= prompt, `${cost!.inputTokens} < ${prompt}`);
      assert.ok(low <= prompt * 2_000 && prompt * 2_000 <= high, `${prompt} tokens, ${low}–${high}`);
    });
  }

  it('saves them with the message that sent them, and not with others', async () => {
    const { chat } = await start('session');
    await chat.submitDraft('One');
    await chat.submitDraft('Two');
    const replies = chat.session.messages.filter((message) => message.kind === 'reply');
    assert.deepEqual(
      replies.map((reply) => reply.instructions),
      [instructions, undefined],
    );
    const saved = (await readFile(sessionFile(workspace), 'utf8')).match(/"instructions":"[^"]*"/g);
    assert.deepEqual(saved, [`"instructions":${JSON.stringify(instructions)}`]);
  });

  it('does not send them while they are switched off for the session, also after a reload', async () => {
    const { chat, contents, open, events } = await start('messages');
    await chat.switchInstructions();
    assert.equal(events.at(-1)?.type, 'instructionsSwitched');
    await chat.submitDraft('One');
    await chat.close();
    const reopened = await open();
    assert.equal(reopened.chat.session.instructions.isOff(), true);
    await reopened.chat.submitDraft('Two');
    await reopened.chat.switchInstructions();
    await reopened.chat.submitDraft('Three');
    assert.deepEqual(
      contents().map(([first]) => first),
      ['One', 'One', `${instructions}\n\nOne`],
    );
  });

  it('remembers that they are switched off before the first message is sent', async () => {
    const { chat, open, contents } = await start('session');
    await chat.switchInstructions();
    await chat.close();
    const reopened = await open();
    await reopened.chat.submitDraft('One');
    await reopened.chat.newSession();
    await reopened.chat.submitDraft('Two');
    assert.deepEqual(contents(), [['One'], [`${instructions}\n\nTwo`]]);
  });

  it('does not send them from a session without messages whose lease this window has lost and acquired again', async () => {
    const { chat, contents } = await start('session');
    await chat.switchInstructions();
    const { id } = chat.session;
    await rm(path.join(workspace.folder, 'sessions', `${id}.lease`));
    assert.equal(await chat.submitDraft('One'), true);
    assert.deepEqual([chat.session.id, contents()], [id, [['One']]]);
  });

  it('keeps the switch when an edited message starts a new session', async () => {
    const { chat, contents, standIn } = await start('session');
    await chat.switchInstructions();
    await chat.submitDraft('One');
    await chat.sendEdited(chat.session.messages[0]!.id, 'Other');
    assert.deepEqual(contents(), [['One'], ['Other']]);
    await chat.switchInstructions();
    await chat.sendEdited(chat.session.messages[0]!.id, 'Third');
    assert.deepEqual(contents().at(-1), [`${instructions}\n\nThird`]);
    assert.equal(new Set(standIn.requests.map(({ sessionId }) => sessionId)).size, 3);
  });

  it('removes them from the file when the message that sent them is deleted', async () => {
    const { chat } = await start('session');
    await chat.submitDraft('One');
    await chat.session.deleteExchange(chat.session.messages[0]!.id);
    await chat.close();
    assert.doesNotMatch(await readFile(sessionFile(workspace), 'utf8'), /Answer briefly/);
  });
});

describe('rebuildRequest', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  const start = async (options: Partial<RequestOptions>) => {
    const standIn = await standInService(cleanUp);
    const workspace = { folder: await temporaryFolder(cleanUp) };
    const open = async () =>
      openChat(cleanUp, workspace, counter(), { options, connection: () => connectionTo(standIn) });
    return { standIn, workspace, open, ...(await open()) };
  };
  const rebuild = ({ chat }: Pick<OpenChat, 'chat'>, id: string) =>
    rebuildRequest(chat.session, chat.session.allMessages, id);
  /** Returns the ids of the shown questions. */
  const questions = ({ chat }: Pick<OpenChat, 'chat'>) =>
    chat.session.messages.flatMap(({ kind, id }) => (kind === 'question' ? [id] : []));

  for (const mode of ['session', 'messages'] as const) {
    it(`returns exactly the bodies and addresses that were sent in mode "${mode}", after a reload`, async () => {
      const opened = await start({ mode, instructions, extraBody: { model: 'small', n: [1, { a: null }] } });
      for (const text of ['One', 'Two', 'Three']) await opened.chat.submitDraft(text);
      await opened.chat.retry(opened.lastReply().id);
      await opened.chat.close();
      const reopened = await opened.open();
      const replies = reopened.chat.session.messages.filter(({ kind }) => kind === 'reply');
      const rebuilt = replies.map(({ id }) => {
        const { facts, doubts, ...request } = rebuild(reopened, id)!;
        assert.deepEqual(doubts, []);
        const http = toHttpRequest({ ...request, ...facts!, extraBody: facts!.extraBody ?? {}, apiKey: '' });
        return [http.url.href, http.headers['x-session-id'], JSON.stringify(http.body)];
      });
      const { origin } = new URL(opened.standIn.baseUrl);
      assert.deepEqual(
        rebuilt,
        opened.standIn.requests.map(({ url, sessionId, body }) => [origin + url, sessionId, body]),
      );
      assert.equal(rebuilt.length, 4);
    });
  }

  it('returns the last request of a question that was sent twice', async () => {
    const opened = await start({});
    await opened.chat.submitDraft('One');
    await opened.chat.retry(opened.lastReply().id);
    assert.equal(rebuild(opened, questions(opened)[0]!)?.reply.id, opened.lastReply().id);
  });

  it('never contains the API key, even if the additional fields contain it', async () => {
    const key = 'sk-stand-in-key';
    const opened = await start({ extraBody: { auth: `Bearer ${key}`, [key]: [btoa(key)] } });
    await opened.chat.submitDraft('One');
    const request = rebuild(opened, questions(opened)[0]!);
    assert.deepEqual(request?.facts?.extraBody, { auth: 'Bearer •••', '•••': ['•••'] });
    const file = await readFile(sessionFile(opened.workspace), 'utf8');
    for (const secret of [key, btoa(key)]) assert.ok(!file.includes(secret));
  });

  it('says that earlier messages were deleted if the request may have contained them', async () => {
    const opened = await start({ mode: 'messages' });
    for (const text of ['One', 'Two']) await opened.chat.submitDraft(text);
    const [first, second] = questions(opened);
    await opened.chat.session.deleteExchange(first!);
    assert.deepEqual(rebuild(opened, second!)?.doubts, ['deleted']);
    const session = await start({ mode: 'session' });
    for (const text of ['One', 'Two']) await session.chat.submitDraft(text);
    const ids = questions(session);
    await session.chat.session.deleteExchange(ids[0]!);
    assert.deepEqual(rebuild(session, ids[1]!)?.doubts, []);
  });

  it('says that a message was copied from another session', async () => {
    const opened = await start({ mode: 'session' });
    for (const text of ['One', 'Two']) await opened.chat.submitDraft(text);
    const old = opened.chat.session.id;
    await opened.chat.sendEdited(questions(opened)[1]!, 'Other');
    const [copied, own] = questions(opened);
    const { doubts, sessionId, messages } = rebuild(opened, copied!)!;
    assert.deepEqual({ doubts, sessionId }, { doubts: ['carried'], sessionId: old });
    assert.deepEqual(messages, [{ role: 'user', content: 'One' }]);
    assert.deepEqual(rebuild(opened, own!)?.doubts, []);
  });

  it('says that facts are missing and that the service did not charge', () => {
    const question = { kind: 'question', id: 'q', at: 0, text: 'Q', attachments: [], content: 'Q' } as const;
    const reply = {
      kind: 'reply',
      id: 'r',
      questionId: 'q',
      at: 0,
      text: '',
      reasoning: '',
      state: 'failed',
      ending: { end: 'failed', charged: 'no' },
    } as const;
    const session = { id: 's', carriedFrom: undefined };
    assert.deepEqual(rebuildRequest(session, [question, reply], 'r')?.doubts, ['noFacts', 'notCharged']);
    assert.equal(rebuildRequest(session, [question], 'q'), undefined);
  });
});
