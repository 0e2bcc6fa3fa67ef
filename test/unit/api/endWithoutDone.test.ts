import { strict as assert } from 'node:assert';
import type { Socket } from 'node:net';
import { createClient } from '../../../src/api/client.ts';
import { createUndiciTransport } from '../../../src/api/network/undiciTransport.ts';
import { cleanUpAfterEach } from '../cleanUp.ts';
import { rawServer, streamHead, textEvent } from './rawServer.ts';
import { chatRequest, readReply } from './readReply.ts';

describe('a reply whose connection stays open after its finish reason', () => {
  const cleanUp = cleanUpAfterEach();
  const shortGrace = 100;

  const chunk = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
  const choice = (fields: object) => chunk({ choices: [{ index: 0, delta: {}, ...fields }] });
  const finish = choice({ finish_reason: 'stop' });
  const usage = chunk({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } });
  const done = 'data: [DONE]\n\n';
  const wait = async (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds));

  const askFor = async (send: (socket: Socket) => Promise<void>, graceMilliseconds = shortGrace) => {
    const { streamChat } = createClient(createUndiciTransport(), { graceMilliseconds });
    const server = await rawServer(cleanUp);
    const asked = readReply(streamChat(chatRequest(server.baseUrl), new AbortController().signal));
    const { socket, requested, closed } = await server.connected;
    await requested;
    socket.write(streamHead);
    await send(socket);
    const { end, text, reasoning } = await asked;
    await closed;
    return { ...end, text, reasoning };
  };

  for (const trailing of ['', usage]) {
    it(`ends as complete and closes the connection, ${trailing === '' ? 'without' : 'with'} trailing usage`, async () => {
      const reply = await askFor(async (socket) => {
        socket.write(textEvent('One') + finish + trailing);
        return Promise.resolve();
      });
      assert.deepEqual([reply.end, reply.finishReason, reply.text], ['complete', 'stop', 'One']);
      assert.equal(reply.usage?.outputTokens, trailing === '' ? undefined : 1);
    });
  }

  it('ends although the service goes on sending comments', async () => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const reply = await askFor(async (socket) => {
      socket.write(textEvent('One') + finish);
      timer = setInterval(() => socket.write(': ping\n\n'), shortGrace / 4);
      return Promise.resolve();
    });
    clearInterval(timer);
    assert.equal(reply.end, 'complete');
  });

  it('does not end while other choices arrive, because their usage is charged, too', async () => {
    const reply = await askFor(async (socket) => {
      socket.write(textEvent('One') + finish);
      for (let count = 0; count < 6; count += 1) {
        await wait(250);
        socket.write(chunk({ choices: [{ index: 1, delta: { content: 'Two' } }] }));
      }
      socket.write(usage + done);
    }, 1_000);
    assert.equal(reply.usage?.outputTokens, 1);
  });

  for (const [name, first, rest] of [
    ['comes with reasoning', { delta: { reasoning_content: 'Hm. ' }, finish_reason: 'stop' }, 'The answer'],
    ['comes with text', { delta: { content: 'The ' }, finish_reason: 'stop' }, 'answer'],
    ['comes before all text', { delta: { role: 'assistant' }, finish_reason: 'stop' }, 'The answer'],
    ['comes with a tool call', { delta: { tool_calls: [{ id: '1' }] }, finish_reason: 'tool_calls' }, 'The answer'],
  ] as const) {
    it(`does not end during a pause if the finish reason ${name}`, async () => {
      const reply = await askFor(async (socket) => {
        socket.write(choice(first));
        await wait(3 * shortGrace);
        socket.write(choice({ delta: { content: rest }, finish_reason: 'stop' }) + usage + done);
      });
      assert.equal(reply.text, 'The answer');
      assert.equal(reply.usage?.outputTokens, 1);
    });
  }

  it('does not end during a pause if the finish reason is the text “null”', async () => {
    const reply = await askFor(async (socket) => {
      socket.write(textEvent('One ') + choice({ finish_reason: 'null' }));
      await wait(3 * shortGrace);
      socket.write(textEvent('two') + usage + done);
    });
    assert.deepEqual([reply.text, reply.finishReason, reply.usage?.outputTokens], ['One two', undefined, 1]);
  });

  it('does not end during a pause if an earlier finish reason was followed by text', async () => {
    const reply = await askFor(async (socket) => {
      socket.write(textEvent('One ') + finish + textEvent('two ') + finish);
      await wait(3 * shortGrace);
      socket.write(textEvent('three') + usage + done);
    });
    assert.equal(reply.text, 'One two three');
    assert.equal(reply.usage?.outputTokens, 1);
  });
});
