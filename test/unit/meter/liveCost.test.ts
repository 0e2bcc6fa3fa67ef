import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import fc from 'fast-check';
import type { ReplyPart } from '../../../src/common/protocol/conversationProtocol.ts';
import { noCost, type Cost } from '../../../src/meter/cost.ts';
import { createLiveCost, type LiveCostDependencies } from '../../../src/meter/liveCost.ts';
import { countTokens, splitIntoPieces } from '../../standIn/tokens.ts';

const prose =
  'The tally of a long conversation, with some code: `const sum = (a, b) => a + b;`\n\n- one\n- two: 1,234.5\n'.repeat(
    30,
  );
const japanese = 'これは日本語の文章で、単語の間に空白がありません。'.repeat(150);

describe('createLiveCost', () => {
  /**
   * Creates a live cost, and records each reported number of tokens. Unless `dependencies` replaces `count`, counts
   * with the real tokenizer, and records each counted text.
   */
  const follow = (dependencies: Partial<LiveCostDependencies> = {}) => {
    const reported: number[] = [];
    const counts: { readonly text: string; readonly at: number }[] = [];
    const listeners = new Set<() => void>();
    const live = createLiveCost({
      count: async (text) => {
        counts.push({ text, at: performance.now() });
        return Promise.resolve(countTokens(text));
      },
      missed: () => 0,
      price: async ({ outputTokens }): Promise<Cost> => Promise.resolve({ ...noCost, outputTokens }),
      onChange: ({ outputTokens }) => {
        reported.push(outputTokens);
        for (const listen of listeners) listen();
      },
      ...dependencies,
    });
    const untilReported = async (count: number) =>
      new Promise<void>((resolve) => {
        const check = () => reported.length >= count && resolve();
        listeners.add(check);
        check();
      });
    return { live, reported, counts, untilReported };
  };
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it('counts text at most twice a second, and never reports a lower count than before', async () => {
    const { live, reported, counts, untilReported } = follow();
    const pieces = splitIntoPieces(prose);
    const started = performance.now();
    live.add('text', pieces[0]!.text + pieces[1]!.text);
    await untilReported(1);
    for (const { text } of pieces.slice(2)) {
      live.add('text', text);
      await turns(1);
    }
    await untilReported(2);
    live.add('text', ' And so on.');
    await untilReported(3);
    live.end();
    const times = counts.map(({ at }) => at - started);
    // A timer may fire up to one millisecond early.
    for (const [index, time] of times.entries()) assert.ok(time >= index * 499, times.join(' '));
    assert.deepEqual(
      reported,
      reported.toSorted((a, b) => a - b),
    );
  });

  for (const [name, text] of Object.entries({
    prose,
    japanese,
    'one long word': 'ACGT'.repeat(2_000),
    blanks: ' '.repeat(5_000),
  })) {
    it(`counts each part of a text once, with an error of at most two tokens: ${name}`, async () => {
      const { live, reported, counts, untilReported } = follow();
      const half = Math.floor(text.length / 2);
      live.add('text', text.slice(0, half));
      await untilReported(1);
      live.add('text', text.slice(half));
      await untilReported(2);
      live.end();
      assert.ok(text.startsWith(counts.map((each) => each.text).join('')));
      const uncounted = text.slice(counts.reduce((length, each) => length + each.text.length, 0));
      const difference = reported.at(-1)! + countTokens(uncounted) - countTokens(text);
      assert.ok(Math.abs(difference) <= 2, `${difference} tokens more`);
      assert.ok(uncounted.length < 1_000);
    });
  }

  it('counts as many tokens in two parts as in the whole text, if the words of the text are separated by spaces', async () => {
    const words = fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        fc.constantFrom('\n', '\n\n', '  ', ');', '    x', '1234', '。'),
      ),
      { minLength: 2, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(words, fc.nat(), async (each, seed) => {
        const text = each.join(' ');
        const cut = seed % text.length;
        const { live, reported, counts, untilReported } = follow();
        live.add('text', text.slice(0, cut));
        if (cut > 0) await untilReported(1);
        live.end();
        const counted = counts.map((part) => part.text).join('');
        assert.equal(
          (reported.at(-1) ?? 0) + countTokens(text.slice(counted.length)),
          countTokens(text),
          JSON.stringify([counted, text]),
        );
      }),
    );
  });

  it('counts reasoning as output', async () => {
    const { live, reported, untilReported } = follow();
    const add = (part: ReplyPart) => live.add(part, 'Let me think about that.');
    add('reasoning');
    await untilReported(1);
    add('text');
    await untilReported(2);
    live.end();
    assert.deepEqual(reported, [countTokens('Let me think about'), 2 * countTokens('Let me think about')]);
  });

  it('starts no second count during a count, and counts again afterwards', async () => {
    const counting: PromiseWithResolvers<number>[] = [];
    const { live, untilReported } = follow({
      count: async () => {
        const count = Promise.withResolvers<number>();
        counting.push(count);
        return count.promise;
      },
    });
    for (let count = 0; count < 50; count += 1) {
      live.add('text', 'more and ');
      await turns(1);
    }
    assert.deepEqual([counting.length], [1]);
    counting[0]!.resolve(1);
    await untilReported(1);
    while (counting.length < 2) await turns(1);
    live.end();
  });

  it('runs only the timer for silence while no text arrives, and reports nothing after the end', async () => {
    // Waits until mocha has started the timer of the test.
    await turns(1);
    const before = timers();
    const slow = Promise.withResolvers<number>();
    const { live, reported, untilReported } = follow();
    live.add('text', 'One two');
    await untilReported(1);
    await turns(3);
    assert.equal(timers(), before + 1, 'while no text arrives');
    live.add('text', ' three four');
    assert.equal(timers(), before + 2);
    live.end();
    assert.equal(timers(), before, 'after the end');
    const late = follow({ count: async () => slow.promise });
    late.live.add('text', 'One two');
    late.live.end();
    slow.resolve(1);
    await turns(3);
    assert.deepEqual([reported.length, late.reported.length], [1, 0]);
  });

  it('reports nothing, and stops counting, if a count fails', async () => {
    // Waits until mocha has started the timer of the test.
    await turns(1);
    const before = timers();
    let counts = 0;
    const { live, reported } = follow({ count: async () => ((counts += 1), Promise.reject(new Error('gone'))) });
    live.add('text', 'One two');
    await turns(3);
    live.add('text', ' three four');
    await turns(3);
    assert.deepEqual([reported.length, counts, timers()], [0, 1, before]);
  });

  it('reports the missed output once a second if it changes, also before the first text, and recounts no text', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      let missedTokens = 0;
      const outputs: unknown[] = [];
      const { live, counts } = follow({
        missed: () => missedTokens,
        onChange: (_cost, output) => void outputs.push(Object.values(output)),
      });
      const pass = async (milliseconds: number) => {
        mock.timers.tick(milliseconds);
        await turns(3);
      };
      await pass(5_000);
      missedTokens = 70;
      await pass(999);
      assert.deepEqual(outputs, []);
      await pass(1);
      await pass(5_000);
      live.add('text', 'One');
      await turns(3);
      // The timer of the next count is a real timer, so the count that the text starts may have to wait.
      while (outputs.length < 2) await turns(1);
      missedTokens = 0;
      await pass(1_000);
      live.end();
      missedTokens = 90;
      await pass(5_000);
      assert.deepEqual(outputs, [
        [0, 70, false],
        [0, 70, true],
        [0, 0, true],
      ]);
      assert.deepEqual(counts, []);
    } finally {
      mock.timers.reset();
    }
  });

  it('reports a change of the missed output after `refresh`, at most as often as it counts text', async () => {
    let missedTokens = 0;
    const prices: number[] = [];
    const { live, reported, untilReported } = follow({
      missed: () => missedTokens,
      price: async (output) => {
        prices.push(output.missedTokens);
        return Promise.resolve(noCost);
      },
    });
    live.refresh();
    await turns(3);
    for (missedTokens = 1; missedTokens <= 70; missedTokens += 1) {
      live.refresh();
      await turns(1);
    }
    await untilReported(2);
    live.end();
    assert.deepEqual([prices, reported.length], [[1, 71], 2]);
  });

  it('looks for the end of a word only in the last part of a long run of spaces', async () => {
    const [word, spaces] = ['word', ' '.repeat(2_000)];
    const { live, counts, untilReported } = follow();
    live.add('text', word + spaces);
    await untilReported(1);
    assert.deepEqual(
      counts.map(({ text }) => text),
      [word + spaces],
    );
    live.end();
  });
});
