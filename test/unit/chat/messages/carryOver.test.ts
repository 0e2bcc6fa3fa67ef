import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RequestOptions } from '../../../../src/chat/conversation/requestOptions.ts';
import { editMessage } from '../../../../src/chat/messages/carryOver.ts';
import { composeCarryOver } from '../../../../src/chat/messages/composeContent.ts';
import type { Message, Question, Reply } from '../../../../src/chat/messages/message.ts';
import { noCost } from '../../../../src/meter/cost.ts';
import { readQuestion } from '../../../standIn/readQuestion.ts';
import type { StandIn } from '../../../standIn/standIn.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, noQuestions, openChat, shown, type Workspace } from '../openChat.ts';

const question = (id: string): Question => ({ kind: 'question', id, at: 0, text: id, attachments: [], content: id });
const reply = (questionId: string, text: string, changes: Partial<Reply> = {}): Reply => ({
  kind: 'reply',
  id: `reply to ${questionId}`,
  questionId,
  at: 0,
  text,
  reasoning: '',
  state: 'complete',
  ...changes,
});

describe('editMessage', () => {
  const edit = (messages: readonly Message[], id: string) => editMessage(messages, id, { text: 'new', id: 'n', at: 1 });

  it('copies the messages before the question, without their costs', () => {
    const messages = [question('a'), reply('a', 'A', { cost: noCost }), question('b'), reply('b', 'B'), question('c')];
    const edited = edit(messages, 'b');
    assert.deepEqual(shown(edited?.carried ?? []), ['You: a', 'complete: A']);
    assert.ok(edited?.carried.every(({ isCarried }) => isCarried === true));
    assert.equal(JSON.stringify(edited?.carried).includes('cost'), false);
  });

  it('omits rejected questions, and all replies to a question except the last', () => {
    const rejected = reply('a', '', { state: 'failed', ending: { end: 'failed', charged: 'no' } });
    const messages = [
      question('a'),
      rejected,
      question('b'),
      reply('b', 'broken', { state: 'incomplete' }),
      reply('b', 'B'),
      question('c'),
    ];
    assert.deepEqual(shown(edit(messages, 'c')?.carried ?? []), ['You: b', 'complete: B']);
  });

  it('keeps the attachments of the question', () => {
    const attachment = { id: 'x', path: 'a.ts', startLine: 1, endLine: 1, languageId: 'typescript', code: 'let a;' };
    const edited = edit([{ ...question('a'), attachments: [attachment] }], 'a')?.question;
    assert.deepEqual(edited?.attachments, [attachment]);
    assert.match(edited.content, /^new\n\na\.ts, line 1:/);
  });

  it('returns undefined for an id that is not the id of a question', () => {
    assert.equal(edit([question('a'), reply('a', 'A')], 'reply to a'), undefined);
  });
});

describe('composeCarryOver', () => {
  it('quotes every turn literally, even a turn with code fences, and appends the new message', () => {
    const reply = 'Look:\n\n````ts\nconst a = `1`;\n````\n\nUser:\n\nnot a turn';
    const content = composeCarryOver(
      [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: reply },
      ],
      'And now?',
    );
    assert.deepEqual(
      readQuestion(content).fences.map(({ code }) => code),
      ['Hello', reply],
    );
    assert.ok(content.endsWith('\n\nAnd now?'));
  });
});

describe('WorkspaceChat.sendEdited', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  let standIn: StandIn;
  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp) };
    standIn = await standInService(cleanUp, { usage: 'withheld' });
  });

  const open = async (options: Partial<RequestOptions> = {}) =>
    openChat(cleanUp, workspace, counter(), { options, connection: () => connectionTo(standIn) });
  const threeTurns = async (options: Partial<RequestOptions> = {}) => {
    const opened = await open(options);
    for (const text of ['First', 'Second', 'Third']) {
      standIn.script({ reply: `Reply to ${text}.` });
      await opened.chat.submitDraft(text);
    }
    return { ...opened, old: opened.chat.session };
  };
  const questionId = (messages: readonly Message[], text: string) =>
    messages.find((each) => each.kind === 'question' && each.text === text)?.id ?? '';
  const fileOf = async (id: string) => readFile(path.join(workspace.folder, 'sessions', `${id}.jsonl`), 'utf8');

  it('sends the message in a new session, quotes the earlier messages, and keeps the old session', async () => {
    const { chat, library, old } = await threeTurns();
    const before = await fileOf(old.id);
    await chat.sendEdited(questionId(old.messages, 'Second'), 'Second, better');
    const { body, sessionId } = standIn.requests[3]!;
    assert.notEqual(sessionId, old.id);
    assert.equal(sessionId, chat.session.id);
    assert.equal(workspace.sessionId, chat.session.id);
    const { messages } = JSON.parse(body) as {
      readonly messages: readonly { readonly role: string; readonly content: string }[];
    };
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user'],
    );
    const content = messages[0]!.content;
    assert.deepEqual(
      readQuestion(content).fences.map(({ code }) => code),
      ['First', 'Reply to First.'],
    );
    assert.ok(content.endsWith('Second, better'));
    assert.doesNotMatch(content, /Third/);
    assert.deepEqual(shown(chat.session.messages).slice(0, 3), [
      'You: First',
      'complete: Reply to First.',
      'You: Second, better',
    ]);
    assert.equal(await fileOf(old.id), before);
    assert.equal(chat.session.carriedFrom, old.id);
    await library.open(old.id);
    assert.equal(chat.session.messages.length, 6);
    assert.equal(chat.session.carriedFrom, undefined);
  });

  it('quotes the earlier messages only once, even after a reload', async () => {
    const { chat, old } = await threeTurns();
    await chat.sendEdited(questionId(old.messages, 'Third'), 'Third, better');
    await chat.submitDraft('Next');
    const again = await open();
    assert.deepEqual(shown(again.chat.session.messages).slice(0, 2), ['You: First', 'complete: Reply to First.']);
    await again.chat.submitDraft('And next');
    assert.deepEqual(
      standIn.requests.slice(4).map(({ body }) => (JSON.parse(body) as { messages: unknown }).messages),
      [[{ role: 'user', content: 'Next' }], [{ role: 'user', content: 'And next' }]],
    );
    assert.equal(standIn.requests[4]?.sessionId, standIn.requests[3]?.sessionId);
  });

  it('quotes the earlier messages again when the user retries a failed request', async () => {
    const { chat, old, lastReply } = await threeTurns();
    standIn.script({ fault: { kind: 'status', status: 500 } });
    await chat.sendEdited(questionId(old.messages, 'Second'), 'Better');
    await chat.retry(lastReply().id);
    assert.equal(standIn.requests[4]?.body, standIn.requests[3]?.body);
    assert.match(standIn.requests[4]?.body ?? '', /Reply to First/);
  });

  it('quotes nothing when the user edits the first message', async () => {
    const { chat, old } = await threeTurns();
    await chat.sendEdited(questionId(old.messages, 'First'), 'Edited');
    assert.deepEqual((JSON.parse(standIn.requests[3]!.body) as { messages: unknown }).messages, [
      { role: 'user', content: 'Edited' },
    ]);
    assert.equal(chat.session.messages.length, 2);
  });

  it('sends the earlier messages unquoted in mode "messages"', async () => {
    const { chat, old } = await threeTurns({ mode: 'messages' });
    await chat.sendEdited(questionId(old.messages, 'Second'), 'Second, better');
    await chat.submitDraft('Next');
    const sent = standIn.requests
      .slice(3)
      .map(({ body }) =>
        (JSON.parse(body) as { messages: readonly { content: string }[] }).messages.map(({ content }) => content),
      );
    assert.deepEqual(sent[0], ['First', 'Reply to First.', 'Second, better']);
    assert.deepEqual(sent[1]?.slice(0, 3), sent[0]);
    assert.equal(sent[1].at(-1), 'Next');
  });

  for (const mode of ['session', 'messages'] as const) {
    it(`estimates the cost of copied messages, but does not book copied replies again, in mode "${mode}"`, async () => {
      const { chat, old, ledger, lastReply } = await threeTurns({ mode });
      const price = await chat.estimateEdited(questionId(old.messages, 'Third'), 'Third, better');
      assert.equal(price?.carried, 4);
      standIn.script({ tokens: 0 });
      await chat.sendEdited(questionId(old.messages, 'Third'), 'Third, better');
      assertCovers(price.cost, standIn.ledger[3]?.cost);
      assertCovers(lastReply().cost, standIn.ledger[3]?.cost);
      await chat.submitDraft('Next');
      assertCovers(lastReply().cost, standIn.ledger[4]?.cost);
      const again = await open({ mode });
      const bill = standIn.ledger.reduce((sum, { cost }) => sum + cost, 0);
      assertCovers(ledger.summarize(chat.session.id, new Date()).today, bill);
      assert.deepEqual(again.chat.session.messages.filter(({ isCarried }) => isCarried === true).length, 4);
      await again.ledger.refresh();
      assert.deepEqual(
        again.ledger.summarize(chat.session.id, new Date()).today,
        ledger.summarize(chat.session.id, new Date()).today,
      );
    });
  }

  it('writes the edited message and the earlier messages to disk before it sends the request', async () => {
    const { chat, old } = await threeTurns();
    standIn.script({ hold: 'before-headers' });
    const sent = chat.sendEdited(questionId(old.messages, 'Second'), 'Second, better');
    while (standIn.requests.length < 4) await standIn.nextRequest();
    const text = await fileOf(standIn.requests[3]?.sessionId ?? '');
    assert.match(text, /Reply to First/);
    assert.match(text, /Second, better/);
    chat.session.stop();
    await sent;
  });

  it('asks if the message costs over $0.02 more than the price that was shown, and sends nothing if the user declines', async () => {
    await threeTurns();
    const asked: number[] = [];
    const confirm = async ({ high }: { readonly high: number }) => Promise.resolve(asked.push(high) === 0);
    const { chat } = await openChat(cleanUp, workspace, counter(), {
      connection: () => connectionTo(standIn),
      questions: { ...noQuestions, confirm },
    });
    const id = questionId(chat.session.messages, 'Second');
    assert.equal(await chat.sendEdited(id, 'word '.repeat(12_000), { shownPrice: 0 }), false);
    assert.equal(asked.length, 1);
    assert.equal(standIn.requests.length, 3);
  });

  it('sends nothing while a reply runs, or if no connection is configured', async () => {
    const { chat, old } = await threeTurns();
    standIn.script({ tokens: 20, hold: 4 });
    const sent = chat.submitDraft('Fourth');
    while (standIn.requests.length < 4) await standIn.nextRequest();
    await chat.sendEdited(questionId(old.messages, 'First'), 'Edited');
    assert.equal(chat.session, old);
    standIn.requests[3]?.release();
    await sent;
    const offline = await openChat(cleanUp, workspace, counter());
    assert.equal(await offline.chat.sendEdited(questionId(old.messages, 'First'), 'Edited'), false);
    assert.equal(standIn.requests.length, 4);
  });
});

function assertCovers(cost: { readonly low: number; readonly high: number } | undefined, bill = 0): void {
  assert.ok(cost);
  assert.ok(cost.low <= bill && bill <= cost.high, `${bill} is not in ${cost.low}…${cost.high}`);
}
