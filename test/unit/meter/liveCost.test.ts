import { strict as assert } from 'node:assert';
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

describe('what a reply costs while it comes', () => {
  /** Follows a reply; counts as it is asked to, and tells of each figure. */
  const follow = (dependencies: Partial<LiveCostDependencies> = {}) => {
    const told: number[] = [];
    const counts: { readonly text: string; readonly at: number }[] = [];
    const watchers = new Set<() => void>();
    const live = createLiveCost({
      count: async (text) => {
        counts.push({ text, at: performance.now() });
        return Promise.resolve(countTokens(text));
      },
      price: async (outputTokens): Promise<Cost> => Promise.resolve({ ...noCost, outputTokens }),
      onChange: ({ outputTokens }) => {
        told.push(outputTokens);
        for (const look of watchers) look();
      },
      ...dependencies,
    });
    const untilTold = async (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => told.length >= count && resolve();
        watchers.add(look);
        look();
      });
    return { live, told, counts, untilTold };
  };
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it('is told with the first text, and then at most twice a second, never less than before', async () => {
    const { live, told, counts, untilTold } = follow();
    const pieces = splitIntoPieces(prose);
    live.add('text', pieces[0]!.text + pieces[1]!.text);
    await untilTold(1);
    for (const { text } of pieces.slice(2)) {
      live.add('text', text);
      await turns(1);
    }
    await untilTold(2);
    live.add('text', ' And so on.');
    await untilTold(3);
    live.end();
    const times = counts.map(({ at }) => at);
    for (const [index, at] of times.entries()) assert.ok(index === 0 || at - times[index - 1]! > 495, times.join(' '));
    assert.deepEqual(
      told,
      told.toSorted((a, b) => a - b),
    );
  });

  for (const [name, text] of Object.entries({
    prose,
    japanese,
    'one long word': 'ACGT'.repeat(2_000),
    blanks: ' '.repeat(5_000),
  })) {
    it(`counts each part of a text once, and in all what the whole text has: ${name}`, async () => {
      const { live, told, counts, untilTold } = follow();
      const half = Math.floor(text.length / 2);
      live.add('text', text.slice(0, half));
      await untilTold(1);
      live.add('text', text.slice(half));
      await untilTold(2);
      live.end();
      assert.ok(text.startsWith(counts.map((each) => each.text).join('')));
      const uncounted = text.slice(counts.reduce((length, each) => length + each.text.length, 0));
      const difference = told.at(-1)! + countTokens(uncounted) - countTokens(text);
      assert.ok(Math.abs(difference) <= 2, `${difference} tokens more`);
      assert.ok(uncounted.length < 1_000);
    });
  }

  it('has no token more for being counted word by word, whatever the words are', async () => {
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
        const { live, told, counts, untilTold } = follow();
        live.add('text', text.slice(0, cut));
        if (cut > 0) await untilTold(1);
        live.end();
        const counted = counts.map((part) => part.text).join('');
        assert.equal(
          (told.at(-1) ?? 0) + countTokens(text.slice(counted.length)),
          countTokens(text),
          JSON.stringify([counted, text]),
        );
      }),
    );
  });

  it('counts thoughts as output', async () => {
    const { live, told, untilTold } = follow();
    const add = (part: ReplyPart) => live.add(part, 'Let me think about that.');
    add('reasoning');
    await untilTold(1);
    add('text');
    await untilTold(2);
    live.end();
    assert.deepEqual(told, [countTokens('Let me think about'), 2 * countTokens('Let me think about')]);
  });

  it('waits for what is being counted, and then counts all that came meanwhile at once', async () => {
    const counting: PromiseWithResolvers<number>[] = [];
    const { live, untilTold } = follow({
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
    await untilTold(1);
    while (counting.length < 2) await turns(1);
    live.end();
  });

  it('tells nothing, and keeps no timer, once the reply has ended or nothing came', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    // By then mocha has its own.
    await turns(1);
    const before = timers();
    const slow = Promise.withResolvers<number>();
    const { live, told, untilTold } = follow();
    live.add('text', 'One two');
    await untilTold(1);
    await turns(3);
    assert.equal(timers(), before, 'while nothing comes');
    live.add('text', ' three four');
    assert.equal(timers(), before + 1);
    live.end();
    assert.equal(timers(), before, 'after the end');
    const late = follow({ count: async () => slow.promise });
    late.live.add('text', 'One two');
    late.live.end();
    slow.resolve(1);
    await turns(3);
    assert.deepEqual([told.length, late.told.length], [1, 0]);
  });

  it('is silent when nothing can be counted', async () => {
    let counts = 0;
    const { live, told } = follow({ count: async () => ((counts += 1), Promise.reject(new Error('gone'))) });
    live.add('text', 'One two');
    await turns(3);
    live.add('text', ' three four');
    await turns(3);
    assert.deepEqual([told.length, counts], [0, 1]);
  });
});
