import assert from 'node:assert/strict';
import { helpText, parseDirectives } from '../../standIn/directives.ts';
import type { Script } from '../../standIn/script.ts';
import { startStandIn } from '../../standIn/standIn.ts';
import { ask, textOf } from './ask.ts';

describe('Directives in a message', () => {
  const scripts: readonly (readonly [string, Script])[] = [
    ['/fault status 503', { fault: { kind: 'status', status: 503 } }],
    [
      '/fault status 429 retry-after 3 code quota body detail message Come back later',
      {
        fault: {
          kind: 'status',
          status: 429,
          retryAfter: '3',
          code: 'quota',
          body: 'detail',
          message: 'Come back later',
        },
      },
    ],
    ['/fault cut 900', { fault: { kind: 'cut', afterBytes: 900, how: 'fin' } }],
    ['/fault cut 900 reset', { fault: { kind: 'cut', afterBytes: 900, how: 'reset' } }],
    ['/fault stall 40', { hold: 40 }],
    ['/fault stall before-headers', { hold: 'before-headers' }],
    ['/fault error', { fault: { kind: 'error', afterTokens: 20, body: 'openai' } }],
    ['/fault error 5 text', { fault: { kind: 'error', afterTokens: 5, body: 'text' } }],
    ['/fault error-at-200 string', { fault: { kind: 'error-at-200', body: 'string' } }],
    ['/fault garbage head', { fault: { kind: 'garbage', where: 'head' } }],
    ['/fault reset', { fault: { kind: 'reset' } }],
    ['/fault html', { fault: { kind: 'html' } }],
    ['/framing ndjson', { framing: 'ndjson' }],
    ['/tokens 500', { tokens: 500 }],
    ['/reasoning First this, then that.', { reasoning: 'First this, then that.' }],
    ['/rate 20', { rate: 20 }],
    ['/rate 0', { rate: Infinity }],
    ['/usage withheld', { usage: 'withheld' }],
    ['/help', { reply: helpText }],
  ];
  for (const [line, script] of scripts) {
    it(`are parsed: ${line}`, () => assert.deepEqual(parseDirectives(`Hello\n${line}`), script));
  }

  for (const line of [
    '/fault',
    '/fault status 42',
    '/fault status 400 body odd',
    '/fault cut',
    '/rate fast',
    '/nothing',
  ]) {
    it(`are answered with an error message and the help text if they are invalid: ${line}`, () => {
      const { reply } = parseDirectives(line);
      assert.equal(reply, `The stand-in service does not understand \`${line}\`.\n\n${helpText}`);
    });
  }

  it('are combined if there are several', () => {
    assert.deepEqual(parseDirectives('/rate 5\nHello\n/fault stall 4'), { rate: 5, hold: 4 });
  });

  it('have no effect in a fenced code block or in the middle of a line', () => {
    assert.deepEqual(parseDirectives('What is /help?\n```sh\n/fault reset\n```\n ./fault'), {});
  });

  it('override the script for the request, and do not affect the next message', async () => {
    const standIn = await startStandIn({ reply: 'Fine.' });
    standIn.script({ fault: { kind: 'status', status: 500 } });
    assert.equal((await ask(standIn, '/fault status 429 retry-after 3')).status, 429);
    assert.equal(textOf(await (await ask(standIn, 'Hello')).text()), 'Fine.');
    await standIn.close();
  });

  it('are listed by /help', async () => {
    const standIn = await startStandIn();
    const text = textOf(await (await ask(standIn, '/help')).text());
    for (const word of ['/fault status 429', '/framing', '/rate', '/tokens', '/usage'])
      assert.equal(text.includes(word), true);
    await standIn.close();
  });
});
