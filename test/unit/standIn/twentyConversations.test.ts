import assert from 'node:assert/strict';
import {
  plannedConversations,
  plannedTexts,
  type PlannedRequest,
} from '../../fixtures/twentyConversations/conversations.ts';
import { countTokens, splitIntoPieces } from '../../standIn/tokens.ts';

/** The numbers of tokens that the chat format adds: to each message, and once per request to start the reply. */
const [messageOverhead, replyOverhead] = [4, 3];

describe('The fixture of twenty conversations', () => {
  const conversations = plannedConversations();

  it('contains twenty conversations, at least one with over 15 requests, and replies with every kind of end', () => {
    assert.equal(conversations.length, 20);
    const requests = conversations.flatMap((each) => each.requests);
    assert.ok(conversations.some((each) => each.requests.length > 15));
    for (const end of ['complete', 'stopped', 'failed', 'incomplete', 'repeated'])
      assert.ok(
        requests.some((each) => each.end === end),
        end,
      );
  });

  it('has the token counts and tokens that the tokenizer of the stand-in service computes', () => {
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
    it(`has consistent token counts and bills in the conversation: ${name}`, () => {
      const sessionTokens = new Map<string, number>();
      const keepsSession = requests.every(({ messages }) => messages === 1 || messages === 0);
      for (const request of requests) {
        const { turn, session, sent, input, cached, output, prices, bill, messages, messageTokens, saidBefore } =
          request;
        const dollarsPerMillion =
          (input - cached) * prices.input + cached * prices.cachedInput + output * prices.output;
        assert.equal(bill, Math.round(dollarsPerMillion * 1_000), `the bill of turn ${turn}`);
        if (bill === 0) continue;
        assert.equal(messages, sent.length, `the number of messages of turn ${turn}`);
        assert.equal(
          messageTokens,
          sent.reduce((sum, { tokens }) => sum + tokens, 0),
          `the message tokens of turn ${turn}`,
        );
        assert.equal(
          saidBefore,
          keepsSession ? (sessionTokens.get(session) ?? 0) : 0,
          `the session tokens before turn ${turn}`,
        );
        assert.equal(
          input,
          saidBefore + messageTokens + messages * messageOverhead + replyOverhead,
          `the input of turn ${turn}`,
        );
        assert.equal(cached, saidBefore, `the cached tokens of turn ${turn}`);
        const reply = replyTokens(request);
        sessionTokens.set(
          session,
          saidBefore + messageTokens + messageOverhead + (reply === 0 ? 0 : reply + messageOverhead),
        );
      }
    });
  }
});

/** Returns the number of received tokens of a reply's text, without reasoning. Asserts that `output` fits `end`. */
function replyTokens({ turn, end, output, reply, thoughts }: PlannedRequest): number {
  const whole = reply.tokens + thoughts.tokens;
  if (end === 'complete') assert.equal(output, whole, `the output of turn ${turn}`);
  else assert.ok(output < whole || whole === 0, `the output of turn ${turn}`);
  return Math.max(0, output - thoughts.tokens);
}
