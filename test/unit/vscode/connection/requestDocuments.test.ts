import { strict as assert } from 'node:assert';
import type { Reply } from '../../../../src/chat/messages/message.ts';
import type { SentRequest } from '../../../../src/chat/messages/sentRequest.ts';
import { countTurns } from '../../eventLoopTurns.ts';
import { requestText } from '../../../../src/vscode/connection/requestDocuments.ts';

const reply: Reply = {
  kind: 'reply',
  id: 'r',
  questionId: 'q',
  at: Date.UTC(2026, 10, 25, 12),
  text: '',
  reasoning: '',
  state: 'complete',
};
const request: SentRequest = {
  reply,
  facts: { baseUrl: 'https://api.example.com/v1', extraBody: { model: 'small' } },
  sessionId: 'a-session-id',
  messages: [{ role: 'user', content: 'My key is sk-1234567890.' }],
  doubts: [],
};
const current = { baseUrl: 'https://now.example.com/v1', origin: 'https://now.example.com' };

const linesOf = (text: string) => text.trimEnd().split('\n');
const commentsOf = (text: string) => linesOf(text).filter((line) => line.startsWith('//'));
const jsonOf = (text: string): unknown =>
  JSON.parse(
    linesOf(text)
      .filter((line) => !line.startsWith('//'))
      .join('\n'),
  );

describe('requestText', () => {
  it('contains the address, the headers and the body, without the API key and the session id', async () => {
    const text = await requestText(request, current, ['', 'sk-1234567890']);
    assert.deepEqual(jsonOf(text), {
      method: 'POST',
      url: 'https://api.example.com/v1/chat/completions',
      headers: {
        authorization: '[redacted]',
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'accept-encoding': 'identity',
        'x-session-id': '[redacted]',
      },
      body: { model: 'small', stream: true, messages: [{ role: 'user', content: 'My key is •••.' }] },
    });
    for (const secret of ['sk-1234567890', 'a-session-id']) assert.ok(!text.includes(secret));
    assert.equal(commentsOf(text).length, 2);
  });

  it('masks the key in a message of more than 65,536 characters', async () => {
    const content = `${'x'.repeat(70_000)} sk-1234567890`;
    const text = await requestText({ ...request, messages: [{ role: 'user', content }] }, current, ['sk-1234567890']);
    assert.ok(text.includes('x •••"'));
    assert.ok(text.length > 70_000);
  });

  it('masks all keys, and lets other tasks run in between', async () => {
    const keys = ['sk-1234567890', 'key-abcdefghij'];
    const content = `${'x '.repeat(30_000)} ${keys.join(' ')}`;
    const messages = Array.from({ length: 40 }, () => ({ role: 'user', content }) as const);
    const [text, turns] = await countTurns(async () => requestText({ ...request, messages }, current, keys));
    assert.equal(text.split('x  ••• •••"').length, 41);
    assert.ok(turns >= 8, `The event loop turned ${turns} times.`);
  });

  it('has no header with a session id in mode "messages"', async () => {
    const text = await requestText({ ...request, sessionId: undefined }, current, []);
    assert.ok(!text.includes('x-session-id'));
  });

  it('shows the current address, and says so, if the address was not stored', async () => {
    const old: SentRequest = { ...request, facts: undefined, doubts: ['noFacts'] };
    const text = await requestText(old, current, []);
    assert.match(text, /"url": "https:\/\/now\.example\.com\/v1\/chat\/completions"/);
    assert.match(commentsOf(text).at(-1) ?? '', /didn’t store the base URL/);
    assert.match(await requestText(old, 'empty', []), /"url": "https:\/\/unknown\.invalid\/v1/);
  });

  it('has a comment for each doubt', async () => {
    const text = await requestText(
      { ...request, doubts: ['noFacts', 'carried', 'deleted', 'notCharged'] },
      current,
      [],
    );
    assert.equal(new Set(commentsOf(text)).size, 6);
  });
});
