import assert from 'node:assert/strict';
import { BadRequestError } from '../../src/api/errors.ts';
import { apiKey, conversation } from './conversation.ts';
import { describeCompatibility, say } from './describeCompatibility.ts';
import { startServer } from './startServer.ts';

const { first, second, slow } = conversation;
const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

const responses = [
  { id: 'first', messages: [user(first.question), assistant(first.reply)] },
  {
    id: 'second',
    messages: [user(first.question), assistant(first.reply), user(second.question), assistant(second.reply)],
  },
  { id: 'slow', messages: [user(slow.question), assistant(slow.reply)] },
];

describeCompatibility(
  'openai-mock-api, by patrickjm',
  {
    start: async () =>
      startServer({
        script: 'openai-mock-api/dist/cli.js',
        args: (port) => ['--port', String(port), '--config', 'config.yaml'],
        // JSON is valid YAML.
        files: { 'config.yaml': JSON.stringify({ apiKey, responses }) },
      }),
    // The server never reports the usage of a stream.
    usage: undefined,
    wrongKey: 'Invalid API key provided',
  },
  (relay) => {
    it('a request without a model costs nothing and leads to a BadRequestError with the server’s message', async () => {
      const { baseUrl } = await relay();
      const { end } = await say(baseUrl, [{ role: 'user', content: first.question }], { extraBody: {} });
      assert.equal(end.charged, 'no');
      assert.ok(end.error instanceof BadRequestError);
      assert.equal(end.error.detail, 'model is required and must be a string');
    });
  },
);
