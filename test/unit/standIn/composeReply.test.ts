import assert from 'node:assert/strict';
import { composeReply } from '../../standIn/composeReply.ts';
import type { Message } from '../../standIn/conversation.ts';
import { countTokens } from '../../standIn/tokens.ts';

describe('composeReply', () => {
  const user = (content: string): Message => ({ role: 'user', content });
  const assistant = (content: string): Message => ({ role: 'assistant', content });
  const replyTo = (...conversation: Message[]): string => composeReply(conversation, {});

  const code = [
    'export function average(values: number[]): number {',
    '  let total = 0;',
    '  for (const value of values) total += value;',
    '  return total / values.length;',
    '}',
  ].join('\n');
  const explain = user(`Explain this code.\n\nsrc/average.ts, lines 10-14:\n\n\`\`\`typescript\n${code}\n\`\`\``);

  it('quotes the code in a question, and names the code’s language, file and number of lines', () => {
    const reply = replyTo(explain);
    assert.match(reply, /^> Explain this code\.$/m);
    assert.match(reply, /^5 lines of typescript from `src\/average\.ts`:$/m);
    assert.equal(reply.includes(`\`\`\`typescript\n${code}\n\`\`\``), true);
    assert.match(reply, /^\| Lines of code \| 5 \|$/m);
  });

  it('quotes only the first 40 lines of long code', () => {
    const reply = replyTo(user('```ts\n' + 'a();\n'.repeat(42) + '```'));
    assert.match(reply, /(a\(\);\n){40}```\n\n… and 2 lines more\./);
  });

  it('uses a longer fence to quote code that itself contains a fence', () => {
    assert.match(replyTo(user('Explain\n````md\n```js\n1\n```\n````')), /^````md\n```js\n1\n```\n````$/m);
  });

  it('quotes the previous question, or lists all earlier questions if the user asks for them', () => {
    assert.match(
      replyTo(user('What is a map?'), assistant('x'), user('And a set?')),
      /^Earlier you asked “What is a map\?”/,
    );
    const all = replyTo(
      explain,
      assistant('x'),
      user('What is a map?'),
      assistant('y'),
      user('What did I ask earlier?'),
    );
    assert.match(all, /^Earlier you asked:\n\n1\. Explain this code\. \(src\/average\.ts\)\n2\. What is a map\?$/m);
    assert.match(replyTo(user('What did I ask earlier?')), /asked nothing earlier/);
  });

  it('continues a reply that was cut off, without repeating the part that was sent', () => {
    const whole = replyTo(explain);
    const first = whole.slice(0, 200);
    const continueRequest = user(
      `Your last reply was cut off. It ended with:\n\n\`\`\`\n${first}\n\`\`\`\n\nGo on exactly from there, without repeating any of it.`,
    );
    const second = replyTo(explain, assistant(first), continueRequest);
    assert.equal(first + second, whole);
    assert.equal(
      replyTo(explain, assistant(first), continueRequest, assistant(second.slice(0, 50)), user('continue')),
      second.slice(50),
    );
  });

  for (const question of [
    'What is the difference between a promise and an observable?',
    'Write a function that groups a list by a key, with a test.',
    'Compare JSON, YAML and TOML for configuration files, in a table.',
    'Good morning',
  ]) {
    it(`answers “${question}” with prose, a list, a table and code`, () => {
      const reply = replyTo(user(question));
      assert.match(reply, /^[A-Z*].{30}/m);
      assert.match(reply, /^(?:-|1\.) /m);
      assert.match(reply, /^\|[-:|]+\|$/m);
      assert.match(reply, /^```[a-z]+$/m);
    });
  }

  it('replies with the requested number of tokens, and with more than 500 if a long reply is requested', () => {
    assert.equal(countTokens(replyTo(user('Write a reply of 1,234 tokens.'))), 1234);
    assert.equal(countTokens(replyTo(user('Please write a long reply'))) > 500, true);
  });

  it('returns the same reply for the same conversation', () => {
    assert.equal(replyTo(explain), replyTo(explain));
  });

  it('replies to an empty question, unusual code blocks and very long text', () => {
    for (const text of [
      '```constructor\nx\n```',
      '```\n```',
      '```ts\n' + 'a('.repeat(50_000),
      '',
      '\n',
      'promise '.repeat(20_000),
    ]) {
      assert.notEqual(replyTo(user(text)), '');
    }
  });
});
