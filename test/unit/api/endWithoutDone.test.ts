import { strict as assert } from 'node:assert';
import { cleanUpAfterEach } from '../cleanUp.ts';
import { rawServer, streamHead, textEvent } from './rawServer.ts';
import { ask } from './readReply.ts';

describe('a reply whose connection stays open after its finish reason', () => {
  const cleanUp = cleanUpAfterEach();
  const finish = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`;
  const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } })}\n\n`;

  for (const trailing of ['', usage]) {
    it(`ends as complete and closes the connection, ${trailing === '' ? 'without' : 'with'} trailing usage`, async () => {
      const server = await rawServer(cleanUp);
      const asked = ask(server.baseUrl);
      const { socket, requested, closed } = await server.connected;
      await requested;
      socket.write(streamHead + textEvent('One') + finish);
      if (trailing !== '') socket.write(trailing);
      const { end, text } = await asked;
      assert.deepEqual([end.end, end.finishReason, text], ['complete', 'stop', 'One']);
      assert.equal(end.usage?.outputTokens, trailing === '' ? undefined : 1);
      await closed;
    }).timeout(6_000);
  }
});
