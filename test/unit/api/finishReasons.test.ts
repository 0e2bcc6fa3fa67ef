import { strict as assert } from 'node:assert';
import { cleanUpAfterEach } from '../cleanUp.ts';
import { chunked, chunkedHead, rawServer } from './rawServer.ts';
import { chatRequest, readReply, streamChat } from './readReply.ts';

describe('a reply with a finish reason in each piece of text', () => {
  const cleanUp = cleanUpAfterEach();
  const piece = (content: string) =>
    chunked(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] })}\n\n`);
  const lastChunk = '0\r\n\r\n';

  /** Sends two pieces and then `rest`. Then stops the reply, or breaks the connection. */
  const askFor = async (rest: string, then: 'stop' | 'break') => {
    const server = await rawServer(cleanUp);
    const controller = new AbortController();
    const second = Promise.withResolvers<undefined>();
    const asked = readReply(streamChat(chatRequest(server.baseUrl), controller.signal), (event) => {
      if (event.type === 'text' && event.text.includes('two')) second.resolve(undefined);
    });
    const { socket, requested } = await server.connected;
    await requested;
    socket.write(chunkedHead + piece('One ') + piece('two ') + rest);
    await second.promise;
    if (then === 'stop') controller.abort();
    else socket.end();
    const { end, text } = await asked;
    assert.equal(text, 'One two ');
    return [end.end, end.charged, end.finishReason];
  };

  it('is stopped, not complete, if the user stops it', async () => {
    assert.deepEqual(await askFor('', 'stop'), ['stopped', 'yes', 'stop']);
  });

  it('is incomplete if the connection breaks', async () => {
    assert.deepEqual(await askFor('', 'break'), ['incomplete', 'yes', 'stop']);
  });

  for (const [name, rest] of [
    ['[DONE]', chunked('data: [DONE]\n\n')],
    ['the end of the body', lastChunk],
  ] as const) {
    it(`is complete after ${name}`, async () => {
      assert.deepEqual(await askFor(rest, 'break'), ['complete', 'yes', 'stop']);
    });
  }
});
