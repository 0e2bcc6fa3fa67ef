import { strict as assert } from 'node:assert';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import {
  createTokenRatios,
  defaultFactors,
  narrowFactor,
  tokenFactorOf,
  type TokenFactor,
  type TokenSample,
} from '../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { WriteBuffer } from '../../../src/node/writeBuffer.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { createFaultyStore } from '../faultyStore.ts';
import { neverCalled } from '../neverCalled.ts';
import { recordedCounts } from './recordedCounts.ts';

const origin = 'https://api.example.com';
const output = (counted: number, reported: number): TokenSample => ({ kind: 'output', counted, reported, overhead: 3 });

describe('createTokenRatios', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
  });
  const ratios = () => createTokenRatios(createNodeFileStore(folder), neverCalled);

  it('adds what another computer has learned, but only for services about which nothing is known here', async () => {
    const there = ratios();
    for (const each of [origin, 'https://other.example.com'])
      for (let count = 0; count < 5; count += 1) await there.learn(each, [output(1_000, 1_100)]);
    const learned = there.learned();
    folder = await temporaryFolder(cleanUp);
    const here = ratios();
    for (let count = 0; count < 5; count += 1) await here.learn(origin, [output(1_000, 1_500)]);
    const known = here.factors(origin);
    await here.addLearned({ ...learned, version: { input: [[9, 9]] }, 'https://hostile.example.com': { input: 'x' } });
    const later = ratios();
    await later.load();
    assert.deepEqual(later.factors(origin), known);
    assert.deepEqual(later.factors('https://other.example.com'), there.factors('https://other.example.com'));
    assert.deepEqual(later.factors('https://hostile.example.com'), defaultFactors);
    assert.deepEqual(Object.keys(later.learned()).toSorted(), [
      origin,
      'https://hostile.example.com',
      'https://other.example.com',
    ]);
  });

  it('keeps the samples of another window when figures from another computer are added', async () => {
    await ratios().learn(origin, [output(1_000, 1_100)]);
    const here = ratios();
    await here.addLearned({ [origin]: { output: [[2, 2]] }, 'https://other.example.com': { output: [[2, 2]] } });
    assert.deepEqual(here.learned()[origin], { input: [], output: [[1.097, 1.1]], bill: {} });
  });

  it('adds only the last 32 samples of a service from another computer', async () => {
    const here = ratios();
    const samples = Array.from({ length: 40 }, (_, index) => [index, index]);
    await here.addLearned({ [origin]: { output: samples } });
    assert.deepEqual(here.learned()[origin], { input: [], output: samples.slice(8), bill: {} });
  });

  it('keeps the 20 services whose samples changed last; services from another computer count as older', async () => {
    const here = ratios();
    const urls = Array.from({ length: 21 }, (_, index) => `https://${index}.example.com`);
    for (const url of [...urls.slice(0, 20), urls[0]!, urls[20]!]) await here.learn(url, [output(200, 220)]);
    const kept = [...urls.slice(2, 20), urls[0]!, urls[20]!];
    assert.deepEqual(Object.keys(here.learned()), kept);
    await here.addLearned({ 'https://another.example.com': {} });
    assert.deepEqual(Object.keys(here.learned()), kept);
  });

  it('writes the version of the file format, and both ratios of each sample with four decimal places', async () => {
    await ratios().learn(origin, [output(300, 400)]);
    assert.deepEqual(JSON.parse(await readFile(path.join(folder, 'tokenRatios.json'), 'utf8')), {
      version: 1,
      [origin]: { input: [], output: [[1.3233, 1.3333]], bill: {} },
    });
  });

  it('learns samples after an earlier write has failed', async () => {
    let fails = true;
    const files = createFaultyStore(createNodeFileStore(folder), (operation) =>
      operation === 'write' && fails ? 'ENOSPC' : undefined,
    );
    const learning = createTokenRatios(files, neverCalled);
    await assert.rejects(learning.learn(origin, [output(1_000, 1_000)]), { code: 'ENOSPC' });
    fails = false;
    await learning.learn(origin, [output(1_000, 1_100)]);
    assert.deepEqual(learning.learned()[origin], { input: [], output: [[1.097, 1.1]], bill: {} });
  });

  it('keeps new figures in the WriteBuffer if the disk refuses the file', async () => {
    const disk = createFaultyStore(createNodeFileStore(folder), (operation) =>
      operation === 'write' ? 'ENOSPC' : undefined,
    );
    const buffer = new WriteBuffer({
      files: disk,
      onDidChange: () => undefined,
      ask: async () => Promise.reject(new Error('Unexpected question.')),
    });
    cleanUp(() => buffer.dispose());
    const learning = createTokenRatios(buffer.files, neverCalled);
    await learning.learn(origin, [output(1_000, 1_100)]);
    await learning.addLearned({ 'https://other.example.com': { output: [[2, 2]] } });
    const other = createTokenRatios(buffer.files, neverCalled);
    await other.load();
    assert.deepEqual(Object.keys(other.learned()), ['https://other.example.com', origin]);
  });

  it('returns the default factors until there are five samples', async () => {
    const learning = ratios();
    for (let count = 0; count < 4; count += 1) await learning.learn(origin, [output(1_000, 1_100)]);
    assert.deepEqual(learning.factors(origin), defaultFactors);
    assert.equal(defaultFactors.output.typical, 1);
    await learning.learn(origin, [output(1_000, 1_100)]);
    const { low, typical, high, samples } = learning.factors(origin).output;
    assert.equal(samples, 5);
    assert.ok(low > 1.08 && low < typical && typical < high && high < 1.12, `${low} ${typical} ${high}`);
    assert.deepEqual(learning.factors(origin).input, defaultFactors.input);
  });

  it('shares the samples of a service between windows, but not between services', async () => {
    const windows = [ratios(), ratios()];
    for (let count = 0; count < 6; count += 1) await windows[count % 2]!.learn(origin, [output(200, 220)]);
    const other = 'https://other.example.com';
    const late = ratios();
    await late.load();
    assert.equal(late.factors(origin).output.samples, 6);
    assert.deepEqual(late.factors(other), defaultFactors);
    for (let count = 0; count < 5; count += 1) await late.learn(other, [output(200, 300)]);
    assert.deepEqual([late.factors(origin).output.samples, late.factors(other).output.samples], [6, 5]);
  });

  it('ignores samples with fewer than 100 counted tokens, and samples with 0 reported tokens', async () => {
    const learning = ratios();
    for (let count = 0; count < 9; count += 1)
      await learning.learn(origin, [output(10, 30), output(99, 300), output(500, 0)]);
    assert.deepEqual(learning.factors(origin), defaultFactors);
    assert.deepEqual(learning.learned(), {});
  });

  it('forgets the oldest samples, so that the factors follow a change of the service', async () => {
    const learning = ratios();
    await learning.learn(
      origin,
      Array.from({ length: 30 }, () => output(1_000, 2_000)),
    );
    await learning.learn(
      origin,
      Array.from({ length: 32 }, () => output(1_000, 1_000)),
    );
    const { typical, high } = learning.factors(origin).output;
    assert.ok(typical < 1.01 && high < 1.02, `${typical} ${high}`);
  });

  it('returns the default factors for a damaged file, and still learns samples', async () => {
    for (const text of [
      '{"a',
      '[]',
      '7',
      'null',
      `{"${origin}":{"output":[[1],["a","b"],[1,null],7,null]}}`,
      `{"${origin}":null}`,
    ]) {
      await writeFile(path.join(folder, 'tokenRatios.json'), text);
      const learning = createTokenRatios(createNodeFileStore(folder), () => undefined);
      await learning.load();
      assert.deepEqual(learning.factors(origin), defaultFactors, text);
      await learning.learn(
        origin,
        Array.from({ length: 5 }, () => output(1_000, 1_000)),
      );
      assert.equal(learning.factors(origin).output.samples, 5, text);
    }
  });

  it('keeps all samples of concurrent calls', async () => {
    const learning = ratios();
    await Promise.all(Array.from({ length: 8 }, async () => learning.learn(origin, [output(1_000, 1_000)])));
    assert.equal(learning.factors(origin).output.samples, 8);
  });
});

describe('createTokenRatios with bills', () => {
  const cleanUp = cleanUpAfterEach();

  it('intersects the ranges of two bills, or keeps the newer range if the ranges do not overlap', async () => {
    const ratios = createTokenRatios(createNodeFileStore(await temporaryFolder(cleanUp)), neverCalled);
    const input = () => [ratios.factors(origin).input.low, ratios.factors(origin).input.high];
    await ratios.learnFromBill(origin, { input: [1.01, 1.03] });
    assert.deepEqual(input(), [1.01, 1.03]);
    await ratios.learnFromBill(origin, { input: [0.9, 1.02], output: [1, 1.01] });
    assert.deepEqual(input(), [1.01, 1.02]);
    await ratios.learnFromBill(origin, { input: [1.03, 1.04] });
    assert.deepEqual(input(), [1.03, 1.04]);
    await ratios.learnFromBill(origin, { input: [1.04, 1.05] });
    assert.deepEqual(input(), [1.04, 1.04]);
    assert.equal(ratios.factors(origin).output.high, 1.01);
  });

  it('reads a range of a single value from the file', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    const learned = { input: [], output: [], bill: { input: [1.02, 1.02] } };
    await files.write('tokenRatios.json', JSON.stringify({ [origin]: learned }));
    const ratios = createTokenRatios(files, neverCalled);
    await ratios.load();
    const { low, high } = ratios.factors(origin).input;
    assert.deepEqual([low, high], [1.02, 1.02]);
  });

  it('ignores ranges in the file that are invalid or do not overlap the default range', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    for (const bill of [7, null, [], { input: [2, 1] }, { input: ['a', 1] }, { input: [1] }, { input: [9, 10] }]) {
      await files.write('tokenRatios.json', JSON.stringify({ [origin]: { input: [], output: [], bill } }));
      const ratios = createTokenRatios(files, neverCalled);
      await ratios.load();
      assert.deepEqual(ratios.factors(origin), defaultFactors, JSON.stringify(bill));
    }
  });
});

describe('narrowFactor', () => {
  const factor: TokenFactor = { low: 1, typical: 1.1, high: 1.2, samples: 7, followsBill: false };
  const narrowed = (low: number, typical: number, high: number) => ({
    ...{ low, typical, high, samples: 7, followsBill: true },
  });

  it('intersects the factor’s range with the given range, and moves the typical value into the new range', () => {
    assert.deepEqual(narrowFactor(factor, [1.05, 2]), narrowed(1.05, 1.1, 1.2));
    assert.deepEqual(narrowFactor(factor, [0.5, 1.15]), narrowed(1, 1.1, 1.15));
    assert.deepEqual(narrowFactor(factor, [1.12, 1.15]), narrowed(1.12, 1.12, 1.15));
    assert.deepEqual(narrowFactor(factor, [1.01, 1.05]), narrowed(1.01, 1.05, 1.05));
  });

  it('returns a range of a single value if the two ranges share only this value', () => {
    assert.deepEqual(narrowFactor(factor, [1.2, 2]), narrowed(1.2, 1.2, 1.2));
    assert.deepEqual(narrowFactor(factor, [0.5, 1]), narrowed(1, 1, 1));
  });

  it('returns the same object for a range that is equal, wider, disjoint or undefined', () => {
    for (const range of [[1, 1.2], [0.5, 2], [1.21, 2], [0.5, 0.99], undefined] as const)
      assert.equal(narrowFactor(factor, range), factor, String(range));
    const below = { ...factor, low: 0.7 };
    assert.equal(narrowFactor(below), below);
  });
});

describe('tokenFactorOf', () => {
  const ratio = fc.tuple(fc.double({ min: 0.9, max: 1.1, noNaN: true }), fc.double({ min: 0, max: 0.1, noNaN: true }));
  const pairs = fc.array(
    ratio.map(([least, more]) => [least, least + more] as const),
    { minLength: 5, maxLength: 32 },
  );

  it('returns the lowest and the highest bound, each moved outwards by 1 %, and the median of the midpoints', () => {
    const ratios = [
      [1.05, 1.15],
      [1.01, 1.11],
      [1.04, 1.14],
      [1.02, 1.12],
      [1.03, 1.13],
    ] as const;
    assert.deepEqual(tokenFactorOf(ratios), {
      low: 1.01 * 0.99,
      typical: 1.08,
      high: 1.15 * 1.01,
      samples: 5,
      followsBill: false,
    });
  });

  it('ignores no outlier among nine ratios, and one low and one high outlier among ten ratios', () => {
    const rangeOf = (others: number) => {
      const ratios = Array.from({ length: others }, () => [1, 1] as const);
      const { low, high } = tokenFactorOf([...ratios, [0.8, 1], [1, 1.5]]);
      return [low, high];
    };
    assert.deepEqual(rangeOf(7), [0.8 * 0.99, 1.5 * 1.01]);
    assert.deepEqual(rangeOf(8), [0.99, 1.01]);
  });

  it('returns a factor between 0.5 and 3 for any samples', () => {
    const any = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(any, any), { maxLength: 40 }), (seen) => {
        const { low, typical, high } = tokenFactorOf(seen);
        for (const each of [low, typical, high]) assert.ok(each >= 0.5 && each <= 3);
      }),
    );
  });

  it('returns bounds at most 1 % outside the range of the ratios, and ignores one low and one high outlier among ten or more ratios', () => {
    fc.assert(
      fc.property(pairs, (seen) => {
        const { low, typical, high } = tokenFactorOf(seen);
        assert.ok(low <= typical && typical <= high && high <= 1.2 * 1.01 && low >= 0.9 * 0.99);
        if (seen.length < 10) return;
        const { high: withOutlier } = tokenFactorOf([...seen.slice(1), [40, 50]]);
        assert.ok(withOutlier <= 1.2 * 1.01);
        assert.ok(tokenFactorOf([...seen.slice(1), [0.5, 0.6]]).low >= 0.9 * 0.99);
      }),
    );
  });
});

describe('our token counts of recorded replies', () => {
  const error = ({ counted, reported }: { counted: number; reported: number }) =>
    Math.abs(counted - reported) / reported;

  it('differ from the reported counts by less than 7 %, and all but one by less than 3 %', () => {
    const errors = recordedCounts.map(error).toSorted((a, b) => a - b);
    assert.ok(errors[errors.length - 2]! < 0.03, String(errors));
    assert.ok(errors.at(-1)! < 0.07, String(errors));
  });

  it('give a range that contains the reported count, if the same reply is learned five times', () => {
    for (const { model, counted, reported } of recordedCounts) {
      const pair = [(reported - 3) / counted, reported / counted] as const;
      const { low, typical, high } = tokenFactorOf(Array.from({ length: 5 }, () => pair));
      assert.ok(counted * low <= reported && reported <= counted * high, model);
      assert.ok(error({ counted: counted * typical, reported }) < 0.01, model);
    }
  });
});
