import assert from 'node:assert/strict';
import { InternalServerError, RateLimitError } from '../../src/api/errors.ts';
import { extraBody } from './conversation.ts';
import { describeCompatibility, say } from './describeCompatibility.ts';
import { startAimock } from './startAimock.ts';

const busy = 'Too many of you at once.';
const more = [
  {
    match: { userMessage: 'Are you busy?' },
    response: { status: 429, error: { message: busy, type: 'rate_limit_error' } },
  },
  { match: { userMessage: 'Think.' }, response: { content: 'Forty-two.', reasoning: 'Six times nine…' } },
];

describeCompatibility(
  'aimock, by CopilotKit',
  {
    start: async () => startAimock(more),
    usage: { inputTokens: 11, cachedInputTokens: undefined, outputTokens: 7 },
    wrongKey: 'Invalid API key',
  },
  (relay) => {
    it('an unknown model leads to an InternalServerError with the server’s message', async () => {
      const { baseUrl } = await relay();
      const { end } = await say(baseUrl, [{ role: 'user', content: 'How is five counted?' }], {
        extraBody: { ...extraBody, model: 'another' },
      });
      assert.ok(end.error instanceof InternalServerError);
      assert.equal(end.error.detail, 'Strict mode: no fixture matched');
    });

    it('a 429 costs nothing and leads to a RateLimitError with the server’s message and Retry-After', async () => {
      const { baseUrl } = await relay();
      const { end } = await say(baseUrl, [{ role: 'user', content: 'Are you busy?' }]);
      assert.equal(end.charged, 'no');
      assert.ok(end.error instanceof RateLimitError);
      assert.equal(end.error.detail, busy);
      assert.equal(end.error.retryAfter, 1_000);
    });

    it('streams reasoning separately from the text', async () => {
      const { baseUrl } = await relay();
      const reply = await say(baseUrl, [{ role: 'user', content: 'Think.' }]);
      assert.equal(reply.text, 'Forty-two.');
      assert.equal(reply.reasoning, 'Six times nine…');
      assert.equal(reply.end.end, 'complete');
    });
  },
);
