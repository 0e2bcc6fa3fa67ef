import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import { hiddenOutputBytes } from '../../../../../src/api/stream/chunk/hiddenOutput.ts';

const words = 'word '.repeat(100);

/** Returns the number of hidden bytes in a message. Asserts that it does not depend on the name of the field. */
function hiddenIn(message: object): number {
  const [inDelta, inMessage] = [{ delta: message }, { message }].map((choice) => hiddenOutputBytes([choice], choice));
  assert.equal(inDelta, inMessage);
  return inDelta!;
}

describe('hiddenOutputBytes', () => {
  it('counts the fields of content parts that are not shown', () => {
    for (const part of [
      { type: 'redacted_thinking', data: words },
      { type: 'text', text: { value: words } },
      { type: 'text', text: 'x', more: [{ words }] },
      { type: 'reasoning', encrypted: words, summary: [] },
      { type: 'refusal', refusal: { words } },
      [{ value: words }, 'x'],
    ]) {
      assert.equal(hiddenIn({ content: ['x', part] }), words.length, JSON.stringify(part));
    }
    assert.equal(hiddenIn({ content: { type: 'text', value: words } }), words.length);
  });

  it('counts known fields of a message that are not shown because of their form', () => {
    for (const delta of [
      { thinking: [{ data: words }] },
      { refusal: [words] },
      { reasoning: {}, reasoning_details: [{ type: 'reasoning.text', text: words }] },
    ]) {
      assert.equal(hiddenIn({ content: 'x', ...delta }), words.length, JSON.stringify(delta));
    }
  });

  it('does not count text and reasoning that are shown, repeated reasoning, or metadata', () => {
    for (const delta of [
      { content: words, refusal: words, reasoning: words, role: 'assistant' },
      { content: [words, [words, [words]], { type: 'text', text: [{ type: 'text', text: words }] }, null, 7] },
      { content: { type: 'text', text: words } },
      { content: [{ type: 'refusal', refusal: words }] },
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: words }], signature: words }] },
      { content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: words }] }] },
      { content: [{ type: 'thinking', thinking: words, reasoning: words }] },
      { content: [{ type: 'text', text: 'x', annotations: [words] }] },
      { reasoning: [{ text: words }], reasoning_details: [{ text: words }] },
      { content: null, reasoning: null, images: [] },
    ]) {
      assert.equal(hiddenIn(delta), 0, JSON.stringify(delta));
    }
  });

  it('counts the JSON of tool arguments that are an object, whatever the names of its fields', () => {
    const values = { search_query: words, id: 7, deep: [[[[[words]]]]], none: null };
    const { length } = JSON.stringify(values);
    const call = (name: string, value: unknown) => ({ id: words, type: 'function', function: { [name]: value } });
    assert.equal(hiddenIn({ tool_calls: [call('arguments', values)] }), length);
    assert.equal(hiddenIn({ function_call: { arguments: values } }), length);
    assert.equal(hiddenIn({ content: [{ type: 'tool_use', id: words, input: values }] }), length);
    assert.equal(hiddenIn({ tool_calls: [call('arguments', JSON.stringify(values))] }), length);
    const other = { index: 1, delta: { tool_calls: [call('arguments', values)] } };
    assert.equal(hiddenOutputBytes([other], { index: 0 }), length);
  });

  it('does not throw at tool arguments that are nested too deeply for JSON.stringify', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
    assert.equal(hiddenIn({ function_call: { arguments: { deep } } }), 0);
  });

  it('counts the transcript of audio, but not the audio', () => {
    const audio = { id: words, data: words.repeat(9), expires_at: 1_764_000_000, transcript: words };
    assert.equal(hiddenIn({ audio }), words.length);
    assert.equal(hiddenOutputBytes([{ index: 1, delta: { audio } }], { index: 0 }), words.length);
    assert.equal(hiddenIn({ audio: { data: words } }), 0);
  });

  it('does not search the names of numbers, booleans and null for metadata', () => {
    const entries = Array.from({ length: 1_000 }, (_, index): [string, unknown] => [
      `field${index}`,
      [index, true, null][index % 3],
    ]);
    const tests = mock.method(RegExp.prototype, 'test');
    try {
      assert.equal(hiddenIn({ more: Object.fromEntries(entries) }), 0);
      assert.ok(tests.mock.callCount() < 10, String(tests.mock.callCount()));
    } finally {
      tests.mock.restore();
    }
  });

  it('counts a fixed number for each image, whatever its length', () => {
    const image = (length: number) => ({ type: 'image_url', image_url: { url: 'A'.repeat(length) } });
    const one = hiddenIn({ images: [image(1)] });
    assert.ok(one > 6_000 && one < 10_000);
    assert.equal(hiddenIn({ images: [image(1), image(1_000_000)] }), 2 * one);
    assert.equal(hiddenIn({ content: ['x', image(1_000_000), { type: 'image', source: { data: words } }] }), 2 * one);
  });
});
