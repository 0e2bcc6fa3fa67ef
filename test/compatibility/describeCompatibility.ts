import assert from 'node:assert/strict';
import type { ChatMessage, ChatRequest } from '../../src/api/client.ts';
import { AuthenticationError } from '../../src/api/errors.ts';
import type { Usage } from '../../src/common/usage.ts';
import { ask, chatRequest, readReply, streamChat, type ReadReply } from '../unit/api/readReply.ts';
import { connectionTo, openChat, shown } from '../unit/chat/openChat.ts';
import { cleanUpAfterEach, temporaryFolder } from '../unit/cleanUp.ts';
import { withTokenCounter } from '../unit/node/tokenWorkerBundle.ts';
import { apiKey, conversation, extraBody } from './conversation.ts';
import { startRelay, type Relay } from './relay.ts';
import { startTimeout, type Headers, type RunningServer } from './startServer.ts';

/** A third-party server that is configured with the replies in conversation.ts. */
export interface CompatibleServer {
  readonly start: () => Promise<RunningServer>;
  /** The usage that the server reports for the reply `conversation.first`. Undefined if the server reports no usage. */
  readonly usage: Usage | undefined;
  /** The server's error message for a wrong API key. */
  readonly wrongKey: string;
}

const { first, second, slow } = conversation;

/**
 * Starts a TCP relay between the client and the server. By default, the relay adds to each request the headers that the
 * server requires. `change` receives these headers and returns the headers to add instead.
 */
export type OpenRelay = (change?: (headers: Headers) => Headers) => Promise<Relay>;

/** Defines the tests that every server has to pass. `more` defines additional tests for `server` only. */
export function describeCompatibility(name: string, server: CompatibleServer, more: (relay: OpenRelay) => void): void {
  describe(name, () => {
    let running: RunningServer | undefined;
    before(async function () {
      this.timeout(startTimeout);
      running = await server.start();
    });
    after(async () => running?.stop());
    const counter = withTokenCounter();
    const cleanUp = cleanUpAfterEach();
    const relay: OpenRelay = async (change = (headers) => headers) => {
      assert.ok(running);
      return startRelay(cleanUp, running.port, change(running.headers ?? {}));
    };

    it('streams a complete reply, with the expected usage, to a request whose extra body names the model', async () => {
      const { baseUrl } = await relay();
      const reply = await say(baseUrl, [{ role: 'user', content: first.question }]);
      assert.equal(reply.text, first.reply);
      const { end, charged, finishReason, usage, notices, error } = reply.end;
      assert.deepEqual(
        { end, charged, finishReason, error, notices },
        {
          end: 'complete',
          charged: 'yes',
          finishReason: 'stop',
          error: undefined,
          notices: undefined,
        },
      );
      assert.deepEqual(usage, server.usage);
    });

    it('continues a conversation if each request contains all earlier messages and no session id', async () => {
      const { baseUrl, requests } = await relay();
      const settings = {
        options: { mode: 'messages', extraBody },
        connection: () => connectionTo({ baseUrl, apiKey }),
      } as const;
      const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), settings);
      await chat.ask(first.question, []);
      await chat.ask(second.question, []);

      assert.deepEqual(shown(chat.session.messages), [
        ...[`You: ${first.question}`, `complete: ${first.reply}`],
        ...[`You: ${second.question}`, `complete: ${second.reply}`],
      ]);
      const asked = { role: 'user', content: first.question };
      const conversations = [
        [asked],
        [asked, { role: 'assistant', content: first.reply }, { role: 'user', content: second.question }],
      ];
      assert.deepEqual(
        requests.map(({ body }) => body),
        conversations.map((messages) => ({ ...extraBody, stream: true, messages })),
      );
      for (const { headers } of requests) {
        assert.equal(headers['authorization'], `Bearer ${apiKey}`);
        assert.equal('x-session-id' in headers, false);
      }
    });

    it('a wrong API key costs nothing and leads to an AuthenticationError with the server’s message', async () => {
      const { baseUrl } = await relay();
      const { text, end } = await say(baseUrl, [{ role: 'user', content: first.question }], { apiKey: 'a-wrong-key' });
      assert.equal(text, '');
      assert.equal(end.end, 'failed');
      assert.equal(end.charged, 'no');
      assert.ok(end.error instanceof AuthenticationError);
      assert.equal(end.error.detail, server.wrongKey);
    });

    it('when the client aborts a reply, the connection is closed, and the client keeps the text received so far', async () => {
      const { baseUrl, requests } = await relay();
      const stop = new AbortController();
      const request = chatRequest(baseUrl, {
        ...{ apiKey, extraBody, sessionId: undefined },
        messages: [{ role: 'user', content: slow.question }],
      });
      const { text, end } = await readReply(streamChat(request, stop.signal), ({ type }) => {
        if (type === 'text') stop.abort();
      });
      assert.equal(end.end, 'stopped');
      assert.ok(text !== '' && slow.reply.startsWith(text) && text !== slow.reply);
      await requests[0]?.closed;
    });

    more(relay);
  });
}

/** Sends `messages` without a session id, as the extension does in the mode `messages`, and reads the reply. */
export async function say(
  baseUrl: string,
  messages: readonly ChatMessage[],
  fields: Partial<ChatRequest> = {},
): Promise<ReadReply> {
  return ask(baseUrl, { apiKey, sessionId: undefined, extraBody, messages, ...fields });
}
