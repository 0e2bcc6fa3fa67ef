import { apiKey, conversation, extraBody } from './conversation.ts';
import { startServer, type RunningServer } from './startServer.ts';

const { first, second, slow } = conversation;
const { model } = extraBody;

/** Counted by nobody: it says what it is told to say. */
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

const fixtures = [
  {
    match: { userMessage: first.question, model, turnIndex: 0 },
    response: { content: first.reply, usage },
    // One UTF-16 unit a piece, and a pause: characters outside the basic plane come in halves.
    ...{ chunkSize: 1, latency: 2 },
  },
  { match: { userMessage: second.question, model, turnIndex: 1 }, response: { content: second.reply } },
  { match: { userMessage: slow.question, model }, response: { content: slow.reply }, chunkSize: 4, latency: 50 },
];

/** @copilotkit/aimock, which replies to nothing but its fixtures. */
export async function startAimock(more: readonly unknown[] = []): Promise<RunningServer> {
  return startServer({
    script: '@copilotkit/aimock/dist/cli.js',
    args: (port) => ['--port', String(port), '--fixtures', 'fixtures.json', '--strict'],
    env: { AIMOCK_API_KEYS: apiKey, AIMOCK_STRICT_TURN_INDEX: '1' },
    files: { 'fixtures.json': JSON.stringify({ fixtures: [...fixtures, ...more] }) },
  });
}
