import { strict as assert } from 'node:assert';
import { hiddenOutputBytes } from '../../../../src/api/stream/hiddenOutput.ts';

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
      { type: 'tool_use', id: 'x', input: { a: words } },
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
      { reasoning: { content: words } },
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

  it('counts a fixed number for each image, whatever its length', () => {
    const image = (length: number) => ({ type: 'image_url', image_url: { url: 'A'.repeat(length) } });
    const one = hiddenIn({ images: [image(1)] });
    assert.ok(one > 6_000 && one < 10_000);
    assert.equal(hiddenIn({ images: [image(1), image(1_000_000)] }), 2 * one);
    assert.equal(hiddenIn({ content: ['x', image(1_000_000), { type: 'image', source: { data: words } }] }), 2 * one);
  });
});
