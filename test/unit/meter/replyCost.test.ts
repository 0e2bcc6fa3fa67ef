import { strict as assert } from 'node:assert';
import { priceReply, unreadAfterUsage, type EndedRequest } from '../../../src/meter/replyCost.ts';
import { createTextCounter } from '../../../src/meter/textCounter.ts';
import { TokenCountError, type TokenCounter } from '../../../src/meter/tokenCounter.ts';
import { defaultFactors, type TokenFactor } from '../../../src/meter/tokenRatio.ts';
import { withTokenCounter } from '../node/tokenWorkerBundle.ts';
import { published } from './published.ts';

describe('priceReply', () => {
  const counter = withTokenCounter();
  const request = { history: { least: 100, most: 200 }, content: 'one two three' };
  /** The message has 3 tokens, the text has 2 tokens, and the reasoning has 1 token. */
  const complete: EndedRequest = {
    end: 'complete',
    charged: 'yes',
    usage: undefined,
    text: 'one two',
    reasoning: 'three',
  };
  const factor: TokenFactor = { low: 0.9, typical: 1, high: 1.1, samples: 5, followsBill: false };
  const basis = { prices: published, factors: { input: factor, output: factor }, missedTokens: 7 };
  const price = async (ended: Partial<EndedRequest>, each: TokenCounter = counter()) =>
    priceReply(createTextCounter(each), request, { ...complete, ...ended }, basis);
  /** Returns a counter that cannot count `text`. */
  const counterWithout = (text: string): TokenCounter => ({
    ...counter(),
    count: async (each) =>
      each === text ? Promise.reject(new TokenCountError('The worker does not answer.')) : counter().count(each),
  });

  describe('without reported usage', () => {
    it('rounds the lower bound of the history down, and the upper bound up', async () => {
      // 3 x 0.9 and 2 x 0.9 are rounded down to 2 and 1. 3 x 1.1 is rounded up to 4, for the message and for the output.
      // The upper bound includes 7 missed tokens, and 4 tokens of the chat format for each of the two messages.
      const { history } = await price({});
      assert.deepEqual(history, { least: 100 + 2 + 1, most: 200 + 4 + 4 + 7 + 8, missed: 7 });
    });

    it('returns no history that a session’s file cannot store, even after an impossibly long history', async () => {
      const most = Number.MAX_SAFE_INTEGER;
      const long = { ...request, history: { least: most, most } };
      const { history } = await priceReply(createTextCounter(counter()), long, complete, basis);
      assert.deepEqual(history, { ...long.history, missed: 7 });
    });

    it('keeps the lower bound of the history if the reply is incomplete', async () => {
      const { history } = await price({ end: 'stopped' });
      assert.deepEqual(history, { least: 100, most: 223, missed: 7 });
    });

    it('adds the missed tokens to those of earlier replies', async () => {
      const earlier = { ...request, history: { least: 100, most: 200, missed: 50 } };
      const { history } = await priceReply(createTextCounter(counter()), earlier, complete, basis);
      assert.equal(history.missed, 57);
    });

    it('has a lower bound of 0 if the text contains bytes that could not be decoded', async () => {
      const text = '\ufffdtwo \ufffd';
      const { cost, history, counted } = await price({ text, unreadBytes: 2 });
      assert.equal(cost.low, 0);
      assert.equal(history.least, 100);
      assert.equal(counted, undefined);
      // A model may also write U+FFFD.
      assert.ok((await price({ text })).cost.low > 0);
    });

    it('returns our own counts, unless the service did not charge the request', async () => {
      const counted = { history: request.history, messageTokens: 3, outputTokens: 3, missedTokens: 7 };
      for (const charged of ['yes', 'maybe'] as const)
        assert.deepEqual((await price({ charged })).counted, { ...counted, charged });
      assert.equal('counted' in (await price({ charged: 'no' })), false);
    });

    for (const [what, text, most] of [
      // Each text has one byte per character. Its number of bytes is multiplied by 1.1 and rounded up.
      ['message', request.content, 200 + 15 + 4 + 7 + 8],
      ['text of the reply', complete.text, 200 + 4 + 9 + 7 + 8],
      ['reasoning', complete.reasoning, 200 + 4 + 8 + 7 + 8],
    ] as const) {
      it(`uses the number of bytes as the upper bound, and 0 as the lower bound, if the ${what} cannot be counted`, async () => {
        const { cost, history, counted } = await price({}, counterWithout(text));
        assert.deepEqual(history, { least: 100, most, missed: 7 });
        assert.deepEqual([cost.low, counted], [0, undefined]);
      });
    }

    it('costs nothing if the service did not charge the request, even if the message cannot be counted', async () => {
      const { cost } = await price({ charged: 'no' }, counterWithout(request.content));
      assert.deepEqual([cost.low, cost.high], [0, 0]);
    });
  });

  describe('with reported usage', () => {
    const usage = { inputTokens: 150, cachedInputTokens: 0, outputTokens: 20 };

    it('takes both bounds of the history from the usage of a complete reply', async () => {
      // The upper bound includes 4 tokens of the chat format around the reply.
      assert.deepEqual((await price({ usage })).history, { least: 150, most: 150 + 20 + 4 });
    });

    it('does not raise the lower bound of the history if the reply is incomplete', async () => {
      const leastAfter = async (inputTokens: number) =>
        (await price({ end: 'incomplete', usage: { ...usage, inputTokens } })).history.least;
      assert.deepEqual([await leastAfter(150), await leastAfter(90)], [100, 90]);
    });

    it('adds our count of the output after the report to the reported output, if the reported output is partial', async () => {
      // Our count of the whole output is 3, and 3 x 1.1 is rounded up to 4. Our count of the text after "one" is 1, and
      // 1.1 is rounded up to 2. The upper bound includes 7 missed tokens.
      for (const [covered, most] of [
        [undefined, 20 + 4 + 7],
        [{ text: 3, reasoning: 5, unreadBytes: 0 }, 20 + 2 + 7],
        [{ text: 7, reasoning: 5, unreadBytes: 0 }, 20 + 7],
        [{ text: 99, reasoning: 99, unreadBytes: 0 }, 20 + 7],
      ] as const) {
        const partial = { ...usage, isPartial: true, ...(covered === undefined ? {} : { covered }) } as const;
        const { cost, history } = await price({ usage: partial });
        assert.deepEqual([history.most, history.missed], [150 + most + 4, 7]);
        assert.deepEqual([cost.low, cost.high], [150 * 2_000 + 20 * 8_000, 150 * 2_000 + most * 8_000]);
      }
    });
  });

  it('assumes at least our count of the output, because some services report the tokens of single chunks', async () => {
    const covered = { text: 7, reasoning: 5, unreadBytes: 0 };
    const usage = { inputTokens: 150, cachedInputTokens: 0, outputTokens: 1, isPartial: true, covered } as const;
    // Our count of the whole output is 3, and 3 x 1.1 is rounded up to 4. The upper bound includes 7 missed tokens.
    assert.equal((await price({ end: 'stopped', usage })).cost.high, 150 * 2_000 + (4 + 7) * 8_000);
  });

  it('counts unread bytes before a usage report if the report cannot include them besides the text', async () => {
    const { text, reasoning } = complete;
    const unread = async (outputTokens: number, coveredText: number, coveredReasoning: number) => {
      const covered = { text: coveredText, reasoning: coveredReasoning, unreadBytes: 3_200 };
      const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens, isPartial: true, covered } as const;
      const ended = { usage, text, reasoning, unreadBytes: 3_300 };
      return unreadAfterUsage(createTextCounter(counter()), ended, factor);
    };
    assert.deepEqual([await unread(200, 0, 0), await unread(199, 0, 0)], [100, 3_300]);
    // Our count of "one" is 1, and 1.1 is rounded up to 2. Our count of the whole output is 3, and 3.3 is rounded up to 4.
    assert.deepEqual([await unread(202, 3, 0), await unread(201, 3, 0)], [100, 3_300]);
    assert.deepEqual([await unread(204, 7, 5), await unread(203, 7, 5), await unread(3, 7, 5)], [100, 3_300, 3_300]);
  });

  it('counts no text to compare with the usage if all bytes before the usage report could be read', async () => {
    const covered = { text: 7, reasoning: 5, unreadBytes: 0 };
    const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, isPartial: true, covered } as const;
    const counted: string[] = [];
    const count = async (text: string) => Promise.resolve(counted.push(text));
    const texts = createTextCounter({ ...counter(), count });
    assert.equal(await unreadAfterUsage(texts, { ...complete, usage, unreadBytes: 9 }, factor), 9);
    assert.equal(await unreadAfterUsage(texts, complete, factor), 0);
    assert.deepEqual(counted, []);
  });

  it('marks a cost as corrected if a learned factor was used', async () => {
    const usage = { inputTokens: 150, cachedInputTokens: 0, outputTokens: 20 };
    const isCorrected = async (more: Partial<EndedRequest>, factors: typeof basis.factors) => {
      const texts = createTextCounter(counter());
      return (await priceReply(texts, request, { ...complete, ...more }, { ...basis, factors })).isCorrected;
    };
    const onlyInput = { ...defaultFactors, input: factor };
    const onlyOutput = { ...defaultFactors, output: factor };
    const partial = { usage: { ...usage, isPartial: true } } as const;
    assert.deepEqual([await isCorrected({}, onlyInput), await isCorrected({}, onlyOutput)], [true, true]);
    assert.equal(await isCorrected({}, defaultFactors), undefined);
    assert.deepEqual(
      [await isCorrected(partial, onlyOutput), await isCorrected(partial, onlyInput)],
      [true, undefined],
    );
    assert.equal(await isCorrected({ usage }, basis.factors), undefined);
  });
});
