import assert from 'node:assert/strict';
import { composeReply } from '../../standIn/composeReply.ts';
import type { Message } from '../../standIn/conversation.ts';
import { countTokens } from '../../standIn/tokens.ts';

describe('the scripted reply', () => {
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

  it('explains code: quoted in its language, with its name, its file and its own line numbers', () => {
    const reply = replyTo(explain);
    assert.equal(reply.includes(`\`\`\`typescript\n${code}\n\`\`\``), true);
    assert.match(reply, /^## What `average` does$/m);
    assert.match(reply, /5 lines of TypeScript from `src\/average\.ts`/);
    assert.match(reply, /^\| 11 \| Sets `total` to `0` \|$/m);
    assert.match(reply, /^- It divides by a length/m);
    assert.match(reply, /^console\.log\(average\(\[3, 1, 2\]\)\);$/m);
  });

  it('answers a question about code with the line it is about', () => {
    const reply = replyTo(user(`Why does total start at 0?\n\`\`\`ts\n${code}\n\`\`\``));
    assert.match(reply, /^> Why does total start at 0\?$/m);
    assert.match(reply, /```ts\nlet total = 0;\n```/);
  });

  it('knows code in other languages', () => {
    const python = replyTo(user('Explain\n```python\ndef add(x, seen=[]):\n    seen.append(x)\n    return seen\n```'));
    assert.match(python, /lines of Python/);
    assert.match(python, /default value is shared by all calls/);
    assert.match(python, /^print\(add\(3\)\)$/m);
    const rust = replyTo(user('Explain\n```rust\npub fn first(list: &[i32]) -> i32 {\n    *list.first().unwrap()\n}\n```'));
    assert.match(rust, /Defines `first`, which takes `list`/);
    assert.match(rust, /`unwrap\(\)` ends the program/);
  });

  it('quotes code that has fences in it in a longer fence', () => {
    assert.match(replyTo(user('Explain\n````md\n```js\n1\n```\n````')), /^````md\n```js\n1\n```\n````$/m);
  });

  it('keeps a pipe inside its cell of the table', () => {
    assert.match(replyTo(user('Explain\n```ts\nconst a = b || c;\n```')), /\| Sets `a` to `b \\\|\\\| c` \|/);
  });

  it('says what was asked before', () => {
    assert.match(replyTo(user('What is a map?'), assistant('x'), user('And a set?')), /^Earlier you asked “What is a map\?”/);
    const all = replyTo(explain, assistant('x'), user('What is a map?'), assistant('y'), user('What did I ask earlier?'));
    assert.match(all, /^Earlier you asked:\n\n1\. Explain this code\. \(src\/average\.ts\)\n2\. What is a map\?$/m);
    assert.match(replyTo(user('What did I ask earlier?')), /asked nothing earlier/);
  });

  it('goes on where a reply was cut', () => {
    const whole = replyTo(explain);
    const first = whole.slice(0, 200);
    const askAgain = user(`Your last reply was cut off. It ended with:\n\n\`\`\`\n${first}\n\`\`\`\n\nGo on exactly from there, without repeating any of it.`);
    const second = replyTo(explain, assistant(first), askAgain);
    assert.equal(first + second, whole);
    assert.equal(replyTo(explain, assistant(first), askAgain, assistant(second.slice(0, 50)), user('continue')), second.slice(50));
  });

  for (const question of [
    'What is the difference between a promise and an observable?',
    'Write a function that groups a list by a key, with a test.',
    'Compare JSON, YAML and TOML for configuration files, in a table.',
    'How do I debounce a function?',
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

  it('writes code in the language that is asked for', () => {
    assert.match(replyTo(user('Group a list by a key in Rust')), /```rust\n/);
    assert.match(replyTo(user('Group a list by a key in Python')), /```python\n/);
  });

  it('is as long as asked', () => {
    assert.equal(countTokens(replyTo(user('Write a reply of 1,234 tokens.'))), 1234);
    assert.equal(countTokens(replyTo(user('Please write a long reply'))) > 500, true);
  });

  it('is the same for the same conversation', () => {
    assert.equal(replyTo(explain), replyTo(explain));
  });

  it('survives languages and lines that nobody expects', () => {
    for (const text of ['```constructor\nx\n```', '```\n```', '```ts\n' + 'a('.repeat(50_000), '', '\n', 'promise '.repeat(20_000)]) {
      assert.notEqual(replyTo(user(text)), '');
    }
  });
});
