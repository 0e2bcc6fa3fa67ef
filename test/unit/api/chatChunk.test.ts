import { strict as assert } from 'node:assert';
import { parseChatChunk, parseUsage } from '../../../src/api/chatChunk.ts';

describe('usage, as servers report it', () => {
  const reported: readonly (readonly [string, object, number, number | undefined, number])[] = [
    ['prompt and completion', { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 }, 10, undefined, 4],
    ['input and output', { input_tokens: 10, output_tokens: 4 }, 10, undefined, 4],
    ['prompt details', { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 6 } }, 10, 6, 4],
    ['nothing cached', { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 0 } }, 10, 0, 4],
    ['input details', { input_tokens: 10, output_tokens: 4, input_tokens_details: { cached_tokens: 6 } }, 10, 6, 4],
    ['cache hits', { prompt_tokens: 10, completion_tokens: 4, prompt_cache_hit_tokens: 6 }, 10, 6, 4],
    ['cached_tokens', { prompt_tokens: 10, completion_tokens: 4, cached_tokens: 6 }, 10, 6, 4],
    ['cached_input_tokens', { input_tokens: 10, output_tokens: 4, cached_input_tokens: 6 }, 10, 6, 4],
    ['details without a figure', { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: {}, cached_tokens: 6 }, 10, 6, 4],
    ['cached tokens on top', { input_tokens: 10, output_tokens: 4, cache_read_input_tokens: 6 }, 16, 6, 4],
    ['more cached than there is', { prompt_tokens: 10, completion_tokens: 4, cached_tokens: 99 }, 10, 10, 4],
    ['reasoning in the total only', { prompt_tokens: 10, completion_tokens: 4, total_tokens: 30 }, 10, undefined, 20],
    ['a cached figure that makes no sense', { prompt_tokens: 10, completion_tokens: 4, cached_tokens: -1 }, 10, undefined, 4],
  ];
  for (const [name, usage, inputTokens, cachedInputTokens, outputTokens] of reported) {
    it(`is understood: ${name}`, () => {
      assert.deepEqual(parseUsage(usage), { inputTokens, cachedInputTokens, outputTokens });
    });
  }

  it('is unknown when a figure is missing or makes no sense', () => {
    for (const figure of [undefined, null, -1, NaN, Infinity, 1e300, '10', {}]) {
      assert.equal(parseUsage({ prompt_tokens: figure, completion_tokens: 4 }), undefined);
      assert.equal(parseUsage({ prompt_tokens: 10, completion_tokens: figure }), undefined);
    }
    for (const usage of [undefined, null, 7, 'usage', []]) assert.equal(parseUsage(usage), undefined);
  });

  it('is also found where Groq has it', () => {
    const { usage } = parseChatChunk({ choices: [], x_groq: { usage: { prompt_tokens: 1, completion_tokens: 2 } } });
    assert.deepEqual(usage, { inputTokens: 1, cachedInputTokens: undefined, outputTokens: 2 });
  });
});

describe('a chunk', () => {
  it('has its text wherever servers put it', () => {
    const texts = [
      { choices: [{ index: 0, delta: { content: 'x' } }] },
      { choices: [{ delta: { content: 'x' } }] },
      { choices: [{ index: 1, delta: { content: 'y' } }, { index: 0, delta: { content: 'x' } }] },
      { choices: [{ index: 0, delta: { content: [{ type: 'text', text: 'x' }] } }] },
      { choices: [{ index: 0, text: 'x' }] },
      { choices: [{ index: 0, message: { content: 'x' } }] },
    ].map((chunk) => parseChatChunk(chunk).text);
    assert.deepEqual(texts, Array(texts.length).fill('x'));
  });

  it('keeps reasoning apart from the answer', () => {
    assert.equal(parseChatChunk({ choices: [{ delta: { reasoning_content: 'hm', reasoning: 'hm' } }] }).text, '');
  });

  it('is empty whatever else comes', () => {
    for (const value of [null, 7, 'text', [], {}, { choices: 7 }, { choices: [null] }, { choices: [{ delta: 7 }] }]) {
      assert.deepEqual(parseChatChunk(value), { text: '', finishReason: undefined, usage: undefined, error: undefined });
    }
  });
});
