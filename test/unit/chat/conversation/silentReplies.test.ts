import { strict as assert } from 'node:assert';
import { setImmediate } from 'node:timers/promises';
import { inFlightTokens } from '../../../../src/meter/cost.ts';
import { rawServer, streamHead, textEvent } from '../../api/rawServer.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { published } from '../../meter/published.ts';
import { connectionTo, openChat, type Workspace } from '../openChat.ts';

describe('the cost of a reply that became silent', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  const quietMilliseconds = 700;
  /** The output that a service with 100 tokens per second writes in the silence, in addition to the output in flight. */
  const silentTokens = 70;

  const openSilent = async () => {
    const server = await rawServer(cleanUp);
    const options = { firstByteTimeout: quietMilliseconds, idleTimeout: quietMilliseconds };
    const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
    const open = async () =>
      openChat(cleanUp, workspace, counter(), { options, connection: () => connectionTo(server) });
    const opened = await open();
    const { chat, until, lastReply } = opened;
    const sent = chat.session.submit('Hello', [], connectionTo(server));
    const { socket, requested } = await server.connected;
    await requested;
    const untilQuiet = async () =>
      until(() => chat.session.messages.length > 0 && lastReply().progress?.kind === 'quiet');
    const outputCost = async () => {
      await sent;
      const { cost } = lastReply();
      return { tokens: cost!.outputTokens, low: cost!.low, high: cost!.high };
    };
    const untilCostSoFar = async (least: number) =>
      until(() => chat.session.messages.length > 0 && (lastReply().costSoFar?.high ?? 0) >= least);
    return { chat, opened, open, socket, untilQuiet, outputCost, untilCostSoFar };
  };

  it('covers the output of the silence if the user stops the reply', async () => {
    const { chat, socket, untilQuiet, outputCost } = await openSilent();
    socket.write(streamHead + textEvent('One'));
    await untilQuiet();
    chat.session.stop();
    const { tokens, low, high } = await outputCost();
    assert.ok(tokens >= inFlightTokens + silentTokens, String(tokens));
    assert.ok(high >= (inFlightTokens + silentTokens) * published.output && low < silentTokens * published.output);
  });

  it('covers the output of the silence if the connection breaks', async () => {
    const { socket, untilQuiet, outputCost } = await openSilent();
    socket.write(streamHead + textEvent('One'));
    await untilQuiet();
    socket.destroy();
    assert.ok((await outputCost()).tokens >= inFlightTokens + silentTokens);
  });

  it('covers the output since the request was sent if nothing arrived', async () => {
    const { chat, untilQuiet, outputCost } = await openSilent();
    await untilQuiet();
    chat.session.stop();
    const { tokens, low } = await outputCost();
    assert.ok(tokens >= inFlightTokens + silentTokens && low === 0, String(tokens));
  });

  it('is known as output that did not arrive in the price of the next message, also after a reload', async () => {
    const { chat, open, untilQuiet, outputCost } = await openSilent();
    await untilQuiet();
    chat.session.stop();
    const { tokens } = await outputCost();
    const next = await chat.session.estimateNext(['Next', 'After it']);
    for (const { inputTokens, high, withoutMissed } of next) {
      assert.equal(inputTokens - withoutMissed!.inputTokens, tokens);
      assert.equal(high - withoutMissed!.high, tokens * published.input);
    }
    await chat.close();
    assert.deepEqual(await (await open()).chat.session.estimateNext(['Next', 'After it']), next);
  });

  for (const [name, text] of Object.entries({ 'after some text': 'One two three', 'if nothing arrived': '' })) {
    it(`is included in the cost so far and in the pending cost before the user stops the reply, ${name}`, async () => {
      const { chat, opened, socket, outputCost, untilCostSoFar } = await openSilent();
      socket.write(streamHead + (text === '' ? ': alive\n\n' : textEvent(text)));
      await untilCostSoFar((inFlightTokens + silentTokens) * published.output);
      const { costSoFar } = opened.lastReply();
      assert.equal(costSoFar?.low === 0, text === '');
      assert.ok(costSoFar!.outputTokens < 10, 'only the output that arrived');
      const { ledger, lastReply } = opened;
      while (ledger.pendingRequest(lastReply().id)!.cost.high < costSoFar!.high) await setImmediate();
      chat.session.stop();
      assert.ok((await outputCost()).high >= costSoFar!.high);
    });
  }
});
