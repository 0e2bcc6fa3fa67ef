import assert from 'node:assert/strict';
import { BadRequestError } from '../../src/api/errors.ts';
import { conversation } from './conversation.ts';
import { describeCompatibility, say } from './describeCompatibility.ts';
import { startAimock } from './startAimock.ts';
import { startServer, type RunningServer } from './startServer.ts';

/**
 * The gateway forwards requests to a provider, and rewrites the provider's chunks and errors. The header
 * `x-portkey-provider` names the provider whose API the gateway expects. In these tests, an aimock server takes the
 * place of the provider.
 */
describeCompatibility(
  "Portkey's gateway, by Portkey, in front of another server",
  {
    start: startGateway,
    usage: { inputTokens: 11, cachedInputTokens: undefined, outputTokens: 7 },
    wrongKey: 'groq error: Invalid API key',
  },
  (relay) => {
    it('a stream with neither [DONE] nor usage leads to a complete reply', async () => {
      const { baseUrl } = await relay((headers) => ({ ...headers, 'x-portkey-provider': 'mistral-ai' }));
      const { first } = conversation;
      const { text, end } = await say(baseUrl, [{ role: 'user', content: first.question }]);
      assert.equal(text, first.reply);
      assert.equal(end.end, 'complete');
      assert.equal(end.usage, undefined);
    });

    it('a request without a provider costs nothing and leads to a BadRequestError with the gateway’s message', async () => {
      const { baseUrl } = await relay(() => ({}));
      const { end } = await say(baseUrl, [{ role: 'user', content: 'Hello' }]);
      assert.equal(end.charged, 'no');
      assert.ok(end.error instanceof BadRequestError);
      assert.equal(end.error.detail, 'Either x-portkey-config or x-portkey-provider header is required');
    });
  },
);

async function startGateway(): Promise<RunningServer> {
  const provider = await startAimock();
  const gateway = await startServer({
    script: '@portkey-ai/gateway/build/start-server.js',
    args: (port) => ['--headless', `--port=${port}`],
  }).catch(async (error: unknown) => {
    await provider.stop();
    throw error;
  });
  return {
    port: gateway.port,
    headers: { 'x-portkey-provider': 'groq', 'x-portkey-custom-host': `http://127.0.0.1:${provider.port}/v1` },
    stop: async () => {
      await gateway.stop();
      await provider.stop();
    },
  };
}
