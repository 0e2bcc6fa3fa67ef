import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { parseUsage } from '../../../../../src/api/stream/chunk/parseUsage.ts';

describe('parseUsage', () => {
  const reported: readonly (readonly [string, object, number, number | undefined, number])[] = [
    [
      'prompt_tokens and completion_tokens',
      { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
      10,
      undefined,
      4,
    ],
    ['input_tokens and output_tokens', { input_tokens: 10, output_tokens: 4 }, 10, undefined, 4],
    [
      'prompt_tokens_details',
      { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 6 } },
      10,
      6,
      4,
    ],
    [
      'zero cached tokens',
      { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 0 } },
      10,
      0,
      4,
    ],
    [
      'input_tokens_details',
      { input_tokens: 10, output_tokens: 4, input_tokens_details: { cached_tokens: 6 } },
      10,
      6,
      4,
    ],
    ['prompt_cache_hit_tokens', { prompt_tokens: 10, completion_tokens: 4, prompt_cache_hit_tokens: 6 }, 10, 6, 4],
    ['cached_tokens', { prompt_tokens: 10, completion_tokens: 4, cached_tokens: 6 }, 10, 6, 4],
    ['cached_input_tokens', { input_tokens: 10, output_tokens: 4, cached_input_tokens: 6 }, 10, 6, 4],
    [
      'cached_tokens if the details contain no count',
      { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: {}, cached_tokens: 6 },
      10,
      6,
      4,
    ],
    [
      'usage whose details are null',
      { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: null },
      10,
      undefined,
      4,
    ],
    [
      'cache_read_input_tokens as an addition to input_tokens',
      { input_tokens: 10, output_tokens: 4, cache_read_input_tokens: 6 },
      16,
      6,
      4,
    ],
    [
      'a zero in cache_read_input_tokens as not reported',
      { input_tokens: 10, output_tokens: 4, cache_read_input_tokens: 0 },
      10,
      undefined,
      4,
    ],
    [
      'cache_read_input_tokens as a part of the input if the details report cached tokens',
      {
        prompt_tokens: 10,
        completion_tokens: 4,
        total_tokens: 14,
        prompt_tokens_details: { cached_tokens: 6 },
        cache_read_input_tokens: 6,
      },
      10,
      6,
      4,
    ],
    [
      'a cached count above the input count as equal to the input count',
      { prompt_tokens: 10, completion_tokens: 4, cached_tokens: 99 },
      10,
      10,
      4,
    ],
    [
      'the output from the total if completion_tokens excludes reasoning',
      { prompt_tokens: 10, completion_tokens: 4, total_tokens: 30 },
      10,
      undefined,
      20,
    ],
    [
      'the output from the total if no output count is reported',
      { prompt_tokens: 10, total_tokens: 14 },
      10,
      undefined,
      4,
    ],
    [
      'a total smaller than the input as not reported',
      { prompt_tokens: 10, completion_tokens: 4, total_tokens: 5 },
      10,
      undefined,
      4,
    ],
    [
      'an invalid cached count as not reported',
      { prompt_tokens: 10, completion_tokens: 4, cached_tokens: -1 },
      10,
      undefined,
      4,
    ],
    [
      'an invalid total as not reported',
      { prompt_tokens: 10, completion_tokens: 4, total_tokens: 1e300 },
      10,
      undefined,
      4,
    ],
    [
      'prompt_tokens and completion_tokens if input_tokens and output_tokens have other values',
      { input_tokens: 1, output_tokens: 2, prompt_tokens: 10, completion_tokens: 4 },
      10,
      undefined,
      4,
    ],
    [
      'the sum of cached_tokens and cache_read_input_tokens',
      { input_tokens: 10, output_tokens: 4, cached_tokens: 3, cache_read_input_tokens: 6 },
      16,
      9,
      4,
    ],
    ['zero output tokens if the total equals the input', { prompt_tokens: 10, total_tokens: 10 }, 10, undefined, 0],
    ["Ollama's counts", { prompt_eval_count: 10, eval_count: 4, eval_duration: 7 }, 10, undefined, 4],
    [
      'input_tokens if prompt_tokens is null',
      { prompt_tokens: null, input_tokens: 10, completion_tokens: 4 },
      10,
      undefined,
      4,
    ],
  ];
  for (const [name, usage, inputTokens, cachedInputTokens, outputTokens] of reported) {
    it(`reads ${name}`, () => {
      assert.deepEqual(parseUsage(usage), { inputTokens, cachedInputTokens, outputTokens });
    });
  }

  it('returns undefined if a required count is missing or invalid, or if the input count is 0', () => {
    for (const count of [undefined, null, -1, 1.5, NaN, Infinity, 1e300, '10', {}]) {
      assert.equal(parseUsage({ prompt_tokens: count, completion_tokens: 4 }), undefined);
      assert.equal(parseUsage({ prompt_tokens: 10, completion_tokens: count }), undefined);
      assert.equal(parseUsage({ prompt_tokens: 10, total_tokens: count }), undefined);
    }
    assert.equal(parseUsage({ prompt_tokens: 10, total_tokens: 9 }), undefined);
    assert.equal(parseUsage({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }), undefined);
    assert.equal(parseUsage({ prompt_tokens: 10, completion_tokens: 1e10 }), undefined);
    for (const usage of [undefined, null, 7, 'usage', []]) assert.equal(parseUsage(usage), undefined);
  });

  it('returns only valid counts, and never more cached tokens than input tokens', () => {
    const figure = fc.oneof(fc.nat(1000), fc.double(), fc.constant(null), fc.constant('7'));
    const names = ['prompt_tokens', 'completion_tokens', 'total_tokens', 'cached_tokens', 'cache_read_input_tokens'];
    const usage = fc.record(Object.fromEntries(names.map((name) => [name, figure])), { requiredKeys: [] });
    fc.assert(
      fc.property(usage, fc.option(figure, { nil: undefined }), (fields, cached) => {
        const parsed = parseUsage({ ...fields, prompt_tokens_details: { cached_tokens: cached } });
        if (parsed === undefined) return;
        const { inputTokens, cachedInputTokens = 0, outputTokens } = parsed;
        assert.ok(cachedInputTokens <= inputTokens);
        for (const count of [inputTokens, cachedInputTokens, outputTokens])
          assert.ok(Number.isSafeInteger(count) && count >= 0);
      }),
    );
  });
});
