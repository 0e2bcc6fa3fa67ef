import { strict as assert } from 'node:assert';
import { readChatChunk } from '../../../../src/api/stream/chatChunk.ts';
import type { ChatStreamPart } from '../../../../src/api/stream/chatStreamPart.ts';
import type { JsonObject } from '../../../../src/common/json.ts';
import { createReplyParts } from '../../../../src/api/stream/replyParts.ts';

describe('a chunk', () => {
  it('has its text wherever servers put it', () => {
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

  it('keeps reasoning apart from the answer', () => {
    const deltas = [
      { reasoning_content: 'hm', reasoning: 'hm' },
      { reasoning: 'hm' },
      { reasoning_content: '', reasoning: 'hm', content: '' },
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] },
      { content: [{ type: 'thinking', thinking: [[{ type: 'text', text: 'h' }], 'm'] }] },
      { content: [{ type: 'thinking', thinking: 'hm' }] },
    ];
    const chunks: readonly JsonObject[] = [
      ...deltas.flatMap((delta) => [{ choices: [{ delta }] }, { choices: [{ message: delta }] }]),
      { message: { thinking: 'hm', content: '' }, done: false },
      { thinking: 'hm', response: '', done: false },
    ];
    for (const chunk of chunks)
      assert.deepEqual(read(chunk), [{ type: 'reasoning', text: 'hm' }], JSON.stringify(chunk));
  });

  it('tells thought and answer in one delta in this order', () => {
    assert.deepEqual(read({ choices: [{ delta: { content: 'x', reasoning: 'hm' } }] }), [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'x' },
    ]);
  });

  it('does not repeat a message whose pieces have come, neither its answer nor its thoughts', () => {
    const parts = createReplyParts();
    readChatChunk({ choices: [{ delta: { content: 'x', reasoning: 'hm' } }] }, parts);
    readChatChunk({ choices: [{ message: { content: 'x', reasoning: 'hm', refusal: 'no' } }] }, parts);
    assert.deepEqual(parts.take(), [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'x' },
      { type: 'notice', notice: 'refusal' },
    ]);
  });

  it('shows a refusal as text, and says that it is one', () => {
    for (const delta of [{ refusal: 'no', content: null }, { content: [{ type: 'refusal', refusal: 'no' }] }]) {
      const expected = [
        { type: 'text', text: 'no' },
        { type: 'notice', notice: 'refusal' },
      ];
      assert.deepEqual(read({ choices: [{ delta }] }), expected);
    }
  });

  it('says that tools were asked for', () => {
    for (const delta of [{ tool_calls: [{ index: 0 }] }, { function_call: { name: 'f' } }]) {
      assert.deepEqual(read({ choices: [{ delta }] }), [{ type: 'notice', notice: 'toolCalls' }]);
      assert.deepEqual(read({ choices: [{ message: delta }] }), [{ type: 'notice', notice: 'toolCalls' }]);
    }
    for (const delta of [{ tool_calls: [] }, { tool_calls: null, function_call: null }])
      assert.deepEqual(read({ choices: [{ delta }] }), []);
  });

  it('has its usage where Groq and Kimi have it, too', () => {
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

  it('is the whole reply with any finish reason, or when a line says so', () => {
    for (const reason of ['stop', 'length', 'something_new']) {
      assert.deepEqual(read({ choices: [{ finish_reason: reason }] }), [
        { type: 'finishReason', finishReason: reason },
      ]);
      assert.equal(isComplete({ choices: [{ finish_reason: reason }] }), true);
    }
    assert.equal(isComplete({ done: true }), true);
    assert.equal(isComplete({ done: false }), false);
    for (const reason of [null, '', 7]) assert.equal(isComplete({ choices: [{ finish_reason: reason }] }), false);
    assert.equal(isComplete({ choices: [{ index: 1, finish_reason: 'stop' }] }), false);
  });

  it('has its usage also where it is an error', () => {
    const [usage, error] = read({ error: 'No.', usage: { prompt_tokens: 1, completion_tokens: 2 } });
    assert.deepEqual(usage, {
      type: 'usage',
      usage: { inputTokens: 1, cachedInputTokens: undefined, outputTokens: 2 },
    });
    assert.equal(error?.type, 'error');
  });

  it('is empty whatever else comes', () => {
    const values = [
      {},
      { choices: 7 },
      { choices: [null] },
      { choices: [{ delta: 7 }] },
      { choices: [{ delta: { content: 7 } }] },
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
