import assert from 'node:assert/strict';
import {
  plannedConversations,
  plannedTexts,
  type PlannedRequest,
} from '../../fixtures/twentyConversations/conversations.ts';
import { countTokens, splitIntoPieces } from '../../standIn/tokens.ts';

/** What the format adds around each message, with its role, and to open the reply. */
const [aroundMessage, beforeReply] = [4, 3];

describe('the spreadsheet of twenty conversations', () => {
  const conversations = plannedConversations();

  it('has twenty of them', () => {
    assert.equal(conversations.length, 20);
    const requests = conversations.flatMap((each) => each.requests);
    assert.ok(conversations.some((each) => each.requests.length > 15));
    for (const end of ['complete', 'stopped', 'failed', 'incomplete', 'repeated'])
      assert.ok(
        requests.some((each) => each.end === end),
        end,
      );
  });

  it('counts the tokens of its texts as the stand-in does, which had no part in counting them', () => {
    for (const { name, text, pieces, times, tokens } of plannedTexts().values()) {
      assert.equal(tokens, pieces.length * times, name);
      assert.equal(countTokens(text), tokens, name);
      assert.deepEqual(
        splitIntoPieces(text)
          .slice(0, pieces.length)
          .map((piece) => piece.text),
        pieces,
        name,
      );
    }
  });

  for (const { name, requests } of conversations) {
    it(`is right in itself: ${name}`, () => {
      const kept = new Map<string, number>();
      const isWhole = requests.every(({ messages }) => messages === 1 || messages === 0);
      for (const request of requests) {
        const { turn, session, sent, input, cached, output, prices, bill, messages, messageTokens, saidBefore } =
          request;
        const dollarsPerMillion =
          (input - cached) * prices.input + cached * prices.cachedInput + output * prices.output;
        assert.equal(bill, Math.round(dollarsPerMillion * 1_000), `the bill of turn ${turn}`);
        if (bill === 0) continue;
        assert.equal(messages, sent.length, `the messages of turn ${turn}`);
        assert.equal(
          messageTokens,
          sent.reduce((sum, { tokens }) => sum + tokens, 0),
          `the message of turn ${turn}`,
        );
        assert.equal(saidBefore, isWhole ? (kept.get(session) ?? 0) : 0, `what was said before turn ${turn}`);
        assert.equal(
          input,
          saidBefore + messageTokens + messages * aroundMessage + beforeReply,
          `the input of turn ${turn}`,
        );
        assert.equal(cached, saidBefore, `what is cached in turn ${turn}`);
        const written = writtenTokens(request);
        kept.set(session, saidBefore + messageTokens + aroundMessage + (written === 0 ? 0 : written + aroundMessage));
      }
    });
  }
});

/** Tokens of the answer, without its thoughts; all of it when the reply is whole. */
function writtenTokens({ turn, end, output, reply, thoughts }: PlannedRequest): number {
  const whole = reply.tokens + thoughts.tokens;
  if (end === 'complete') assert.equal(output, whole, `the output of turn ${turn}`);
  else assert.ok(output < whole || whole === 0, `the output of turn ${turn}`);
  return Math.max(0, output - thoughts.tokens);
}
