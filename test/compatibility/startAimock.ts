import { apiKey, conversation, extraBody } from './conversation.ts';
import { startServer, type RunningServer } from './startServer.ts';

const { first, second, slow } = conversation;
const { model } = extraBody;

/** Arbitrary numbers, which aimock reports as the usage of the first reply. */
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

const fixtures = [
  {
    match: { userMessage: first.question, model, turnIndex: 0 },
    response: { content: first.reply, usage },
    // Send one UTF-16 code unit per chunk, so that surrogate pairs are split.
    ...{ chunkSize: 1, latency: 2 },
  },
  { match: { userMessage: second.question, model, turnIndex: 1 }, response: { content: second.reply } },
  { match: { userMessage: slow.question, model }, response: { content: slow.reply }, chunkSize: 4, latency: 50 },
];

/**
 * Starts @copilotkit/aimock. If a request matches a fixture, aimock sends the response in the fixture. Otherwise it
 * sends an error. `more` adds fixtures.
 */
export async function startAimock(more: readonly unknown[] = []): Promise<RunningServer> {
  return startServer({
    script: '@copilotkit/aimock/dist/cli.js',
    args: (port) => ['--port', String(port), '--fixtures', 'fixtures.json', '--strict'],
    env: { AIMOCK_API_KEYS: apiKey, AIMOCK_STRICT_TURN_INDEX: '1' },
    files: { 'fixtures.json': JSON.stringify({ fixtures: [...fixtures, ...more] }) },
  });
}
