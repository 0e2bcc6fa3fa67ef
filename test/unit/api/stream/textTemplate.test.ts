import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { createTextTemplate, type TextTemplate } from '../../../../src/api/stream/textTemplate.ts';
import { createShownChoice } from '../../../../src/api/stream/chunk/shownChoice.ts';

const event = (content: string, fields: object = {}, choice: object = {}) =>
  JSON.stringify({ id: 'a', ...fields, choices: [{ index: 0, delta: { content }, finish_reason: null, ...choice }] });

/** Returns a template that has learned from an event. The default event has the text `one`. */
const learned = (data = event('one')) => {
  const template = createTextTemplate();
  template.learn(data, createShownChoice());
  return template;
};

/**
 * Passes `count` events to `learn`. The id of each event is `name` and a number: 1, 2, 3, and so on. Returns the numbers
 * of the events that became the template.
 */
function attemptsIn(template: TextTemplate, name: string, count: number): readonly number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return numbers.filter((number) => {
    const id = `${name}${number}`;
    template.learn(event('one', { id }), createShownChoice());
    return template.read(event('two', { id })) !== undefined;
  });
}

describe('createTextTemplate', () => {
  it('reads events that differ from the learned event only in their text', () => {
    const template = learned();
    for (const text of ['two', '', ' ', '日本', '{"'.slice(0, 1), "it's", '/', '\u2028', '\u007f', 'one']) {
      assert.equal(template.read(event(text)), text);
    }
  });

  it('reads only the delta of events whose choice repeats the text in `text`', () => {
    const repeated = (text: string) => event(text, {}, { text });
    const template = learned(repeated('one'));
    assert.equal(template.read(event('two', {}, { text: 'one' })), 'two');
    assert.equal(template.read(repeated('two')), undefined);
  });

  it('does not read text with escape sequences', () => {
    for (const text of ['"', '\\', '\n', '\u0000', 'a"b', 'end\\'])
      assert.equal(learned().read(event(text)), undefined);
  });

  it('rarely replaces its template if events of two kinds alternate', () => {
    const template = createTextTemplate();
    const kinds = [event('one'), event('one', { id: 'b' })];
    let matches = 0;
    for (let index = 0; index < 10_000; index += 1) {
      const data = kinds[index % 2]!;
      if (template.read(data) === undefined) template.learn(data, createShownChoice());
      else matches += 1;
    }
    assert.ok(matches > 4_900, `${matches} matches`);
  });

  it('doubles the number of events between two attempts at a new template, up to 1,024 events', () => {
    const template = createTextTemplate();
    assert.deepEqual(
      attemptsIn(template, 'a', 5_000),
      [1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023, 2_047, 3_071, 4_095],
    );
  });

  it('tries the next event as a template after eight matches in a row, but not after seven matches', () => {
    for (const [matches, next] of [
      [7, [8, 24]],
      [8, [1, 3, 7, 15]],
    ] as const) {
      const template = createTextTemplate();
      attemptsIn(template, 'a', 7);
      // `attemptsIn` has already read one event that matches.
      for (let match = 1; match < matches; match += 1) assert.equal(template.read(event('two', { id: 'a7' })), 'two');
      assert.deepEqual(attemptsIn(template, 'b', 24), next, `${matches} matches`);
    }
  });

  it('does not learn from a large event, but learns from the event after the large event', () => {
    const template = createTextTemplate();
    template.learn(event('x'.repeat(70_000)), createShownChoice());
    assert.equal(template.read(event('two')), undefined);
    template.learn(event('one'), createShownChoice());
    assert.equal(template.read(event('two')), 'two');
  });

  it('does not read events that differ from the learned event in more than their text', () => {
    const others = [
      event('two', { usage: { prompt_tokens: 1, completion_tokens: 1 } }),
      event('two', {}, { finish_reason: 'stop' }),
      event('two', { id: 'b' }),
      event('two', {}, { index: 1 }),
      '[DONE]',
      '',
      event('two').slice(0, -1),
      event('two').slice(1),
    ];
    for (const data of others) assert.equal(learned().read(data), undefined, data);
  });

  const unfit: readonly (readonly [content: string, data: string])[] = [
    ['invalid JSON', 'oops'],
    ['no text', event('')],
    ['a text that JSON escapes', event('a\nb')],
    ['a finish reason', event('one', {}, { finish_reason: 'stop' })],
    ['usage', event('one', { usage: { prompt_tokens: 1, completion_tokens: 1 } })],
    ['an error', event('one', { error: 'No' })],
    ['reasoning', event('one', {}, { delta: { content: 'one', reasoning: 'why' } })],
    ['a text that occurs twice', event('one', { model: 'one' })],
    ['a text that contains an unnecessary escape sequence', event('one').replace('one', '\\u006fne')],
    ['a text that is the name of a field', event('id')],
    ['a text in several parts', event('', {}, { delta: { content: [{ text: 'one' }, { text: 'two' }] } })],
    ['a whole message', JSON.stringify({ choices: [{ message: { content: 'one' } }] })],
  ];
  for (const [content, data] of unfit) {
    it(`does not learn from an event with ${content}`, () => {
      assert.equal(learned(data).read(data), undefined);
    });
  }

  it('reads all but a few of 1,000 events, although the format changes after 500 events', () => {
    const template = learned();
    let parsed = 0;
    for (let count = 0; count < 1_000; count += 1) {
      const data = event('two', { created: count >= 500 ? 1 : 0 });
      if (template.read(data) !== undefined) continue;
      parsed += 1;
      template.learn(data, createShownChoice());
    }
    assert.ok(parsed < 10, String(parsed));
  });

  it('reads the same text as JSON.parse, and reads no event with an error or a finish reason', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('one', '"', '\\', ',', ':', '":"', 'index'));
    const fields = fc.constantFrom({}, { usage: null }, { model: 'one' }, { error: 'No' }, { id: 'b' });
    const choice = fc.constantFrom(
      {},
      { index: 1 },
      { finish_reason: 'stop' },
      { delta: { content: 'one', refusal: '' } },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fields, choice), { maxLength: 50 }), (events) => {
        const template = createTextTemplate();
        for (const [content, more, ofChoice] of events) {
          const data = event(content, more, ofChoice);
          const read = template.read(data);
          if (read === undefined) {
            template.learn(data, { index: 0, hasText: true });
            continue;
          }
          const { error, choices } = JSON.parse(data) as {
            error?: string;
            choices: { index: number; delta: { content: string }; finish_reason: string | null }[];
          };
          assert.deepEqual([error, choices[0]?.index, choices[0]?.finish_reason], [undefined, 0, null]);
          assert.equal(read, choices[0]?.delta.content);
        }
      }),
    );
  });
});
