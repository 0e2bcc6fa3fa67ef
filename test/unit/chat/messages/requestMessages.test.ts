import { strict as assert } from 'node:assert';
import type { Message, Question, Reply } from '../../../../src/chat/messages/message.ts';
import { requestMessages } from '../../../../src/chat/messages/requestMessages.ts';

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
const sent = (messages: readonly Message[], asked: Question) =>
  requestMessages('messages', messages, asked).map(({ role, content }) => `${role}: ${content}`);

describe('requestMessages', () => {
  it('sends the new message alone where the service keeps the conversation', () => {
    const asked = question('b', 'content with attachments');
    const messages = [question('a'), reply('a', 'A'), asked];
    assert.deepEqual(requestMessages('session', messages, asked), [
      { role: 'user', content: 'content with attachments' },
    ]);
  });

  it('sends the whole conversation, without reasoning, where it does not', () => {
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

  it('lets the roles take turns although a question got no reply', () => {
    const asked = question('b');
    assert.deepEqual(sent([question('a'), reply('a', '', 'failed'), asked], asked), ['user: a\n\nb']);
  });

  it('leaves out what the service refused, until it has taken it', () => {
    const refused: Reply = { ...reply('a', '', 'failed'), ending: { end: 'failed', charged: 'no' } };
    const asked = question('b');
    assert.deepEqual(sent([question('a'), refused, asked], asked), ['user: b']);
    assert.deepEqual(sent([question('a'), refused, reply('a', 'A'), asked], asked), [
      'user: a',
      'assistant: A',
      'user: b',
    ]);
  });

  it('takes the last reply that has a text to a question that was asked again', () => {
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

  it('leaves out the replies to the very question that is asked again', () => {
    const asked = question('b');
    const messages = [question('a'), reply('a', 'A'), asked, reply('b', 'broken off', 'incomplete')];
    assert.deepEqual(sent(messages, asked), ['user: a', 'assistant: A', 'user: b']);
  });
});
