import { strict as assert } from 'node:assert';
import type { ConversationMode, Message, Question, Reply } from '../../../../src/chat/messages/message.ts';
import { dueInstructions, requestMessages, toRequestText } from '../../../../src/chat/messages/requestMessages.ts';
import { noHistory } from '../../../../src/meter/cost.ts';

const question = (id: string, content = id): Question => ({
  kind: 'question',
  id,
  at: 0,
  text: content,
  attachments: [],
  content,
});
const reply = (questionId: string, text: string, state: Reply['state'] = 'complete'): Reply => ({
  kind: 'reply',
  id: `reply to ${questionId}: ${text}`,
  questionId,
  at: 0,
  text,
  reasoning: 'thought',
  state,
});
const origin = 'https://api.example.com';
const target = (mode: ConversationMode) => ({ mode, origin });
/** Returns the messages of a request in mode "messages", each as `<role>: <content>`. */
const sent = (messages: readonly Message[], asked: Question) =>
  requestMessages(target('messages'), messages, asked).map(({ role, content }) => `${role}: ${content}`);

describe('requestMessages', () => {
  it('returns only the new message in mode "session"', () => {
    const asked = question('b', 'content with attachments');
    const messages = [question('a'), reply('a', 'A'), asked];
    assert.deepEqual(requestMessages(target('session'), messages, asked), [
      { role: 'user', content: 'content with attachments' },
    ]);
  });

  it('returns the conversation up to the question, without reasoning, in mode "messages"', () => {
    const asked = question('c');
    const messages = [
      question('a'),
      reply('a', 'A'),
      question('b'),
      reply('b', 'B', 'stopped'),
      asked,
      reply('c', '', 'pending'),
    ];
    assert.deepEqual(sent(messages, asked), ['user: a', 'assistant: A', 'user: b', 'assistant: B', 'user: c']);
  });

  it('joins a question and the question before it if the earlier question has no reply with text', () => {
    const asked = question('b');
    assert.deepEqual(sent([question('a'), reply('a', '', 'failed'), asked], asked), ['user: a\n\nb']);
  });

  it('omits a rejected question, unless a later attempt was accepted', () => {
    const rejected: Reply = { ...reply('a', '', 'failed'), ending: { end: 'failed', charged: 'no' } };
    const asked = question('b');
    assert.deepEqual(sent([question('a'), rejected, asked], asked), ['user: b']);
    assert.deepEqual(sent([question('a'), rejected, reply('a', 'A'), asked], asked), [
      'user: a',
      'assistant: A',
      'user: b',
    ]);
  });

  it('for a question that was retried, uses the last reply that has text', () => {
    const asked = question('b');
    const messages = [
      question('a'),
      reply('a', 'first', 'stopped'),
      reply('a', 'second'),
      reply('a', '', 'failed'),
      asked,
    ];
    assert.deepEqual(sent(messages, asked), ['user: a', 'assistant: second', 'user: b']);
  });

  it('omits the earlier replies to the question that is sent', () => {
    const asked = question('b');
    const messages = [question('a'), reply('a', 'A'), asked, reply('b', 'broken off', 'incomplete')];
    assert.deepEqual(sent(messages, asked), ['user: a', 'assistant: A', 'user: b']);
  });
});

describe('the messages before a question', () => {
  const deleted = { isDeleted: true };
  const [first, second] = [question('a'), question('b')];

  it('are all messages if the question is new, and none if the question is the first message', () => {
    assert.deepEqual(sent([first, reply('a', 'A')], second), ['user: a', 'assistant: A', 'user: b']);
    assert.deepEqual(sent([first, reply('a', 'A'), second], first), ['user: a']);
  });

  it('omit deleted questions and deleted replies', () => {
    const messages = [{ ...first, ...deleted }, { ...reply('a', 'A'), ...deleted }, second, reply('b', 'B')];
    assert.deepEqual(sent([...messages, question('c')], question('c')), ['user: b', 'assistant: B', 'user: c']);
  });

  it('are quoted in mode "session" only if they were copied and the service has not replied since', () => {
    const carried = [
      { ...first, isCarried: true },
      { ...reply('a', 'A'), isCarried: true },
    ];
    const contentOf = (messages: readonly Message[]) =>
      requestMessages(target('session'), messages, second)[0]?.content;
    const quoted = [
      'This is our conversation so far, quoted:',
      'User:\n\n```\na\n```',
      'Assistant:\n\n```\nA\n```',
      'Go on from there. My next message:',
      'b',
    ].join('\n\n');
    assert.equal(contentOf([...carried, second]), quoted);
    assert.equal(contentOf([...carried, second, reply('b', '', 'failed')]), quoted);
    assert.equal(contentOf([...carried, question('c'), reply('c', 'C'), second]), 'b');
    assert.equal(contentOf([first, reply('a', '', 'failed'), second]), 'b');
  });

  it('are quoted in mode "session" if the last reply came from another service', () => {
    const contentOf = (messages: readonly Message[], asked: Question) =>
      requestMessages(target('session'), messages, asked)[0]?.content ?? '';
    const elsewhere = { ...reply('a', 'A'), origin: 'https://other.example.com' };
    const here = { ...reply('b', 'B'), origin };
    assert.match(contentOf([first, elsewhere, second], second), /\na\n[^]*\nA\n[^]*b$/);
    assert.match(contentOf([first, elsewhere, second, reply('b', '', 'failed')], second), /\nA\n/);
    const third = question('c');
    assert.equal(contentOf([first, elsewhere, second, here, third], third), 'c');
    assert.match(contentOf([first, here, second, elsewhere, third], third), /\nB\n/);
  });
});

describe('toRequestText', () => {
  const asked = question('b');
  const conversation = [question('a'), reply('a', 'A'), asked];
  const textOf = (...replies: readonly Reply[]) =>
    toRequestText(target('messages'), [...conversation, ...replies], asked, noHistory);

  it('returns the new question and the earlier messages in separate fields', () => {
    assert.deepEqual(textOf(), { history: noHistory, earlier: ['a', 'A'], content: 'b' });
  });

  it('returns an already sent question together with the earlier messages, unless the question was rejected', () => {
    const failed = reply('b', '', 'failed');
    const earlier = { history: noHistory, earlier: ['a', 'A', 'b'], content: '' };
    assert.deepEqual(textOf(reply('b', 'B')), earlier);
    assert.deepEqual(textOf({ ...failed, ending: { end: 'failed', charged: 'maybe' } }), earlier);
    assert.equal(textOf({ ...failed, ending: { end: 'failed', charged: 'no' } }).content, 'b');
  });
});

describe('instructions', () => {
  const instructions = 'Be brief.';
  const withInstructions = (mode: ConversationMode) => ({ ...target(mode), instructions });
  const ended = (questionId: string, charged: 'yes' | 'no' | 'maybe', more: Partial<Reply> = {}): Reply => ({
    ...reply(questionId, charged === 'yes' ? 'A' : ''),
    origin,
    mode: 'session',
    ending: { end: 'complete', charged },
    ...more,
  });
  const isDue = (messages: readonly Message[], asked = question('new')) =>
    dueInstructions(target('session'), messages, asked, instructions) === instructions;

  it('come before the new message in mode "session"', () => {
    const asked = question('a');
    assert.deepEqual(requestMessages(withInstructions('session'), [asked], asked), [
      { role: 'user', content: 'Be brief.\n\na' },
    ]);
    assert.equal(toRequestText(withInstructions('session'), [asked], asked, noHistory).content, 'Be brief.\n\na');
  });

  it('come before the quoted conversation if the new message quotes one', () => {
    const asked = question('b');
    const messages = [{ ...question('a'), isCarried: true }, { ...reply('a', 'A'), isCarried: true }, asked];
    const [message] = requestMessages(withInstructions('session'), messages, asked);
    assert.match(message?.content ?? '', /^Be brief\.\n\nThis is our conversation so far, quoted:/);
  });

  it('come before the first message in mode "messages", and are counted with that message', () => {
    const asked = question('b');
    const messages = [question('a'), reply('a', 'A'), asked];
    const contents = requestMessages(withInstructions('messages'), messages, asked).map(({ content }) => content);
    assert.deepEqual(contents, ['Be brief.\n\na', 'A', 'b']);
    const { earlier, content } = toRequestText(withInstructions('messages'), messages, asked, noHistory);
    assert.deepEqual([...(earlier ?? []), content], contents);
    const first = question('c');
    assert.equal(toRequestText(withInstructions('messages'), [first], first, noHistory).content, 'Be brief.\n\nc');
  });

  it('are due in each request in mode "messages"', () => {
    const messages = [question('a'), ended('a', 'yes', { mode: 'messages' })];
    assert.equal(dueInstructions(target('messages'), messages, question('b'), instructions), instructions);
  });

  it('are due only in the first message that the service gets in mode "session"', () => {
    assert.equal(isDue([]), true);
    assert.equal(isDue([question('a'), ended('a', 'yes')]), false);
    assert.equal(isDue([question('a'), { ...reply('a', '', 'pending'), origin }]), false);
  });

  it('are due in mode "session" after messages that the service may not have got', () => {
    assert.equal(isDue([question('a'), ended('a', 'no')]), true);
    assert.equal(isDue([question('a'), ended('a', 'maybe')]), true);
    assert.equal(isDue([question('a'), ended('a', 'yes', { isCarried: true })]), true);
    assert.equal(isDue([question('a'), ended('a', 'yes', { origin: 'https://other.example' })]), true);
    assert.equal(isDue([question('a'), ended('a', 'yes', { mode: 'messages' })]), true);
  });

  it('are not due again after the first message was deleted in mode "session"', () => {
    assert.equal(isDue([{ ...question('a'), isDeleted: true }, ended('a', 'yes', { isDeleted: true })]), false);
  });

  it('are due again if the first message is sent again', () => {
    const asked = question('a');
    assert.equal(isDue([asked, ended('a', 'yes')], asked), true);
  });

  it('are never due if they are empty', () => {
    for (const mode of ['session', 'messages'] as const)
      assert.equal(dueInstructions(target(mode), [], question('a'), ''), undefined);
  });
});
