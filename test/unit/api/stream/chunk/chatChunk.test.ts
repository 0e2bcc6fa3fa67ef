import { strict as assert } from 'node:assert';
import { readChatChunk } from '../../../../../src/api/stream/chunk/chatChunk.ts';
import type { ChatStreamPart } from '../../../../../src/api/stream/chatStreamPart.ts';
import type { JsonObject } from '../../../../../src/common/json.ts';
import { createReplyParts } from '../../../../../src/api/stream/replyParts.ts';

describe('readChatChunk', () => {
  it('finds the text in the formats of all known servers', () => {
    const chunks = [
      { choices: [{ index: 0, delta: { content: 'x' } }] },
      { choices: [{ delta: { content: 'x' } }] },
      {
        choices: [
          { index: 1, delta: { content: 'y' } },
          { index: 0, delta: { content: 'x' } },
        ],
      },
      { choices: [null, { delta: { content: 'x' } }] },
      { choices: [{ index: 0, delta: { content: [{ type: 'text', text: 'x' }] } }] },
      { choices: [{ index: 0, delta: { content: { type: 'text', text: 'x' } } }] },
      { choices: [{ index: 0, delta: { content: ['x', { type: 'image_url' }, null] } }] },
      { choices: [{ index: 0, text: 'x' }] },
      { choices: [{ index: 0, message: { content: 'x' } }] },
      { choices: [{ index: 0, message: { content: [{ type: 'output_text', text: 'x' }] } }] },
      { choices: [{ index: 0, delta: { content: 'x' }, message: { content: 'x' } }] },
      { choices: [{ index: 0, delta: { content: '' }, message: { content: 'x' } }] },
      { message: { role: 'assistant', content: 'x' }, done: false },
      { response: 'x', done: false },
    ];
    for (const chunk of chunks) assert.deepEqual(read(chunk), [{ type: 'text', text: 'x' }], JSON.stringify(chunk));
  });

  it('reads a piece of text once if the choice also has it in `text`', () => {
    const choices = [
      { text: 'x', delta: { content: 'x' } },
      { delta: { content: 'x' }, text: 'x' },
      { text: 'x', delta: { content: '' } },
      { text: 'x', delta: { content: null } },
      { text: 'x', message: { content: 'x' } },
    ];
    for (const choice of choices)
      assert.deepEqual(read({ choices: [choice] }), [{ type: 'text', text: 'x' }], JSON.stringify(choice));
  });

  it('reads a piece of reasoning once if a content part repeats it', () => {
    const thinking = [{ type: 'thinking', thinking: 'hm' }];
    for (const delta of [
      { reasoning_content: 'hm', content: [...thinking, { type: 'text', text: 'x' }] },
      { reasoning: 'hm', content: [{ type: 'reasoning', reasoning: 'hm' }, 'x'] },
    ]) {
      const expected = [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'x' },
      ];
      assert.deepEqual(read({ choices: [{ delta }] }), expected);
      assert.deepEqual(read({ choices: [{ message: delta }] }), expected);
    }
    assert.deepEqual(read({ choices: [{ delta: { reasoning_content: '', content: thinking } }] }), [
      { type: 'reasoning', text: 'hm' },
    ]);
  });

  it('finds the reasoning, separate from the text, in the formats of all known servers', () => {
    const deltas = [
      { reasoning_content: 'hm', reasoning: 'hm' },
      { reasoning: 'hm' },
      { reasoning_content: '', reasoning: 'hm', content: '' },
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] },
      { content: [{ type: 'thinking', thinking: [[{ type: 'text', text: 'h' }], 'm'] }] },
      { content: [{ type: 'thinking', thinking: 'hm' }] },
      { content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] }] },
      { thinking: [{ type: 'thinking', thinking: 'hm', signature: 'x' }] },
      { reasoning: {}, thinking: 'hm' },
      { thinking: { content: 'hm' } },
      { thinking: { content: [{ type: 'text', text: 'hm' }], signature: 'x' } },
      { reasoning: { content: 'hm' } },
    ];
    const chunks: readonly JsonObject[] = [
      ...deltas.flatMap((delta) => [{ choices: [{ delta }] }, { choices: [{ message: delta }] }]),
      { message: { thinking: 'hm', content: '' }, done: false },
      { thinking: 'hm', response: '', done: false },
    ];
    for (const chunk of chunks)
      assert.deepEqual(read(chunk), [{ type: 'reasoning', text: 'hm' }], JSON.stringify(chunk));
  });

  it('reads the reasoning of a content part from `thinking`, or else from `reasoning`', () => {
    const parts = [
      { type: 'reasoning', reasoning: 'hm' },
      { type: 'reasoning', thinking: null, reasoning: [{ text: 'h' }, 'm'] },
      { type: 'thinking', thinking: 'hm', reasoning: 'another field' },
    ];
    for (const part of parts)
      assert.deepEqual(
        read({ choices: [{ delta: { content: [part] } }] }),
        [{ type: 'reasoning', text: 'hm' }],
        JSON.stringify(part),
      );
  });

  it('reads refusal, reasoning and text of one content part', () => {
    assert.deepEqual(read({ choices: [{ delta: { content: [{ refusal: 'no', reasoning: 'hm', text: 'x' }] } }] }), [
      { type: 'text', text: 'no' },
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'x' },
      { type: 'notice', notice: 'refusal' },
    ]);
  });

  it('reads content parts nested up to five levels', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)]);
    const textOf = (part: unknown) => read({ choices: [{ delta: { content: [part] } }] });
    assert.deepEqual(textOf(nested(5)), [{ type: 'text', text: 'x' }]);
    assert.deepEqual(textOf(nested(6)), []);
  });

  it('reads content parts nested in fields named `text` or `thinking`, up to five levels', () => {
    const nested = (field: string, levels: number): unknown =>
      levels === 0 ? 'x' : { [field]: nested(field, levels - 1) };
    for (const field of ['text', 'thinking']) {
      const textOf = (levels: number) => read({ choices: [{ delta: { content: [{ text: nested(field, levels) }] } }] });
      assert.deepEqual(textOf(5), [{ type: 'text', text: 'x' }], field);
      assert.deepEqual(textOf(6), [], field);
    }
  });

  it('puts the reasoning of a delta before the text of the delta', () => {
    assert.deepEqual(read({ choices: [{ delta: { content: 'x', reasoning: 'hm' } }] }), [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'x' },
    ]);
  });

  it('ignores the text and reasoning of a whole message after pieces of text and reasoning', () => {
    const parts = createReplyParts();
    readChatChunk({ choices: [{ delta: { content: 'x', reasoning: 'hm' } }] }, parts);
    readChatChunk({ choices: [{ message: { content: 'x', reasoning: 'hm', refusal: 'no' } }] }, parts);
    assert.deepEqual(parts.take(), [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'x' },
      { type: 'notice', notice: 'refusal' },
    ]);
  });

  it('adds a refusal as text, with a notice', () => {
    for (const delta of [{ refusal: 'no', content: null }, { content: [{ type: 'refusal', refusal: 'no' }] }]) {
      const expected = [
        { type: 'text', text: 'no' },
        { type: 'notice', notice: 'refusal' },
      ];
      assert.deepEqual(read({ choices: [{ delta }] }), expected);
    }
  });

  it('adds no notice for an empty refusal', () => {
    for (const delta of [{ refusal: '' }, { content: [{ type: 'refusal', refusal: '' }] }])
      assert.deepEqual(read({ choices: [{ delta }] }), []);
  });

  it('adds a notice for tool calls', () => {
    for (const delta of [{ tool_calls: [{ index: 0 }] }, { function_call: { name: 'f' } }]) {
      assert.deepEqual(read({ choices: [{ delta }] }), [{ type: 'notice', notice: 'toolCalls' }]);
      assert.deepEqual(read({ choices: [{ message: delta }] }), [{ type: 'notice', notice: 'toolCalls' }]);
    }
    for (const delta of [{ tool_calls: [] }, { tool_calls: null, function_call: null }])
      assert.deepEqual(read({ choices: [{ delta }] }), []);
  });

  it('finds usage in the chunk, in x_groq and in the choice', () => {
    const reported = { prompt_tokens: 1, completion_tokens: 2 };
    const usage = { inputTokens: 1, cachedInputTokens: undefined, outputTokens: 2 };
    for (const chunk of [
      { choices: [], usage: reported },
      { choices: [], x_groq: { usage: reported } },
      { choices: [{ usage: reported }] },
    ]) {
      assert.deepEqual(read(chunk), [{ type: 'usage', usage }]);
    }
  });

  it('marks the reply as complete at any finish reason of the shown choice, and at `done: true`', () => {
    for (const reason of ['stop', 'length', 'something_new']) {
      assert.deepEqual(read({ choices: [{ finish_reason: reason }] }), [
        { type: 'finishReason', finishReason: reason },
      ]);
      assert.equal(isComplete({ choices: [{ finish_reason: reason }] }), true);
    }
    assert.equal(isComplete({ done: true }), true);
    assert.deepEqual(read({ done: true }), []);
    assert.equal(isComplete({ done: false }), false);
    for (const reason of [null, '', 7]) assert.equal(isComplete({ choices: [{ finish_reason: reason }] }), false);
    assert.equal(isComplete({ choices: [{ index: 1, finish_reason: 'stop' }] }), true);
  });

  it('adds the usage of a chunk even if the chunk contains an error', () => {
    const [usage, error] = read({ error: 'No.', usage: { prompt_tokens: 1, completion_tokens: 2 } });
    assert.deepEqual(usage, {
      type: 'usage',
      usage: { inputTokens: 1, cachedInputTokens: undefined, outputTokens: 2 },
    });
    assert.equal(error?.type, 'error');
  });

  it('adds nothing for unknown or invalid fields', () => {
    const values = [
      {},
      { choices: 7 },
      { choices: [null] },
      { choices: [{ delta: 7 }] },
      { choices: [{ delta: { content: 7 } }] },
      { choices: [{ text: 7 }] },
    ];
    for (const value of [
      ...values,
      { message: 'words' },
      { choices: [{ delta: { content: [[[[[[[['deep']]]]]]]] } }] },
    ]) {
      assert.deepEqual(read(value), []);
    }
  });
});

function read(chunk: JsonObject): readonly ChatStreamPart[] {
  const parts = createReplyParts();
  readChatChunk(chunk, parts);
  return parts.take();
}

function isComplete(chunk: JsonObject): boolean {
  const parts = createReplyParts();
  readChatChunk(chunk, parts);
  return parts.isComplete;
}
