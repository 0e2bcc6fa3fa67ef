import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { noCost, noHistory } from '../../../../src/meter/cost.ts';
import { formatTranscriptRecord, type TranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import { historyAt } from '../../../../src/chat/messages/serviceHistories.ts';
import { published } from '../../meter/published.ts';
import { shown } from '../openChat.ts';
import { parseTranscript } from './runSteps.ts';

const origin = 'https://api.example.com';
const records: readonly TranscriptRecord[] = [
  { type: 'question', id: 'q1', at: 1, text: 'Hé\u2028llo\n', attachments: [], content: 'Hé\u2028llo\n' },
  { type: 'reply', id: 'r1', questionId: 'q1', at: 2 },
  { type: 'text', replyId: 'r1', text: 'One ' },
  { type: 'text', replyId: 'r1', text: '👩\ntwo' },
  { type: 'end', replyId: 'r1', end: 'complete', charged: 'yes', finishReason: 'stop' },
  {
    type: 'booked',
    replyId: 'r1',
    cost: noCost,
    history: { least: 30, most: 42 },
    prices: published,
    isCorrected: true,
  },
  { type: 'question', id: 'q2', at: 3, text: 'More', attachments: [], content: 'More' },
  { type: 'reply', id: 'r2', questionId: 'q2', at: 4 },
  { type: 'text', replyId: 'r2', text: 'Half' },
];
const file = records.map(formatTranscriptRecord).join('');

describe('formatTranscriptRecord', () => {
  it('writes one line per record', () => {
    assert.equal(file.split('\n').filter((line) => line !== '').length, records.length);
  });
});

describe('transcriptSteps', () => {
  it('returns the messages and the history of the records', () => {
    const { messages, histories } = parseTranscript(file);
    assert.deepEqual(shown(messages), ['You: Hé\u2028llo\n', 'complete: One 👩\ntwo', 'You: More', 'streaming: Half']);
    assert.deepEqual(historyAt(histories, origin), { least: 30, most: 42 });
  });

  it('returns the reasoning of a reply, joined from its records', () => {
    const reasoning = ['Hm', ', yes'].map((text) => formatTranscriptRecord({ type: 'reasoning', replyId: 'r2', text }));
    const reply = parseTranscript(file + reasoning.join('')).messages.at(-1);
    assert.ok(reply?.kind === 'reply');
    assert.deepEqual([reply.text, reply.reasoning], ['Half', 'Hm, yes']);
  });

  it('returns the prices of a reply if they were saved', () => {
    const booked = (text: string) => {
      const reply = parseTranscript(text).messages[1];
      assert.ok(reply?.kind === 'reply');
      return [reply.cost, reply.prices, reply.isCorrected];
    };
    assert.deepEqual(booked(file), [noCost, published, true]);
    const earlier = file.replace(/,"prices":\{.*?\},"isCorrected":true/, '');
    assert.notEqual(earlier, file);
    assert.deepEqual(booked(earlier), [noCost, undefined, undefined]);
  });

  it('uses the token count that earlier versions saved, times a margin, as the upper bound of the history', () => {
    const earlier = JSON.stringify({ type: 'booked', replyId: 'r1', cost: noCost, historyTokens: 100 });
    assert.deepEqual(historyAt(parseTranscript(`${file}\n${earlier}\n`).histories, origin), { least: 0, most: 105 });
  });

  it('returns the messages before and after an incomplete line, wherever the line is cut', () => {
    const last = formatTranscriptRecord({
      type: 'question',
      id: 'q3',
      at: 5,
      text: 'After',
      attachments: [],
      content: 'After',
    });
    for (let cut = 0; cut <= file.length; cut += 1) {
      const whole = parseTranscript(file.slice(0, file.lastIndexOf('}\n', cut - 2) + 2 || 0)).messages;
      const torn = parseTranscript(file.slice(0, cut) + last).messages;
      assert.equal(shown(torn).at(-1), 'You: After', `cut at ${cut}`);
      assert.ok(torn.length - 1 >= whole.length);
    }
  });

  it('skips lines that are not valid records, and skips texts and ends of unknown replies', () => {
    const foreign = [
      'null',
      '7',
      '"text"',
      '[]',
      '{}',
      '{"type":"unknown"}',
      '{"type":"text","replyId":"nobody","text":"x"}',
      '{"type":"end","replyId":"nobody","end":"complete","charged":"yes"}',
      '{"type":"end","replyId":"q1","end":"complete","charged":"yes"}',
      ...['nobody', 'q1'].map((replyId) => JSON.stringify({ ...records[5], replyId })),
      'garbage',
    ];
    assert.deepEqual(
      parseTranscript(foreign.map((line) => `${line}\n${file}`).join('')),
      parseTranscript(file.repeat(foreign.length)),
    );
    assert.deepEqual(parseTranscript(foreign.join('\n')).messages, []);
  });

  it('skips only the malformed record if one of its fields has a wrong type', () => {
    const all: readonly TranscriptRecord[] = [
      ...records,
      { type: 'carried', from: 's', messages: parseTranscript(file).messages },
      { type: 'title', text: 'Title' },
      { type: 'pin', isPinned: true },
      { type: 'deleted', ids: ['q1'] },
    ];
    const others: readonly unknown[] = [null, 7, 'x', true, [], {}, { a: 1 }, [null], [7]];
    const marker = formatTranscriptRecord({
      type: 'question',
      id: 'last',
      at: 9,
      text: 'Last',
      attachments: [],
      content: '',
    });
    for (const [index, record] of all.entries()) {
      const before = all.slice(0, index).map(formatTranscriptRecord).join('');
      const after =
        all
          .slice(index + 1)
          .map(formatTranscriptRecord)
          .join('') + marker;
      const without = parseTranscript(before + after);
      for (const [field, value] of Object.entries(record)) {
        for (const other of others.filter((each) => typeOf(each) !== typeOf(value) || typeOf(each) === 'object')) {
          const malformed = JSON.stringify({ ...record, [field]: other });
          assert.deepEqual(parseTranscript(`${before}${malformed}\n${after}`), without, malformed);
        }
      }
    }
  });

  it('skips a record if its timestamp is outside the range of Date, or if an amount is infinite', () => {
    const later = formatTranscriptRecord({
      type: 'question',
      id: 'q',
      at: 8.64e15,
      text: '',
      attachments: [],
      content: '',
    });
    for (const at of ['1e999', '-1e999', '1e300', '8640000000000001'])
      assert.deepEqual(parseTranscript(later.replace('8640000000000000', at)).messages, [], at);
    assert.equal(parseTranscript(later).messages.length, 1);
    const infinite = file.replace('"most":42', '"most":1e999');
    assert.notEqual(infinite, file);
    assert.deepEqual(historyAt(parseTranscript(infinite).histories, origin), noHistory);
  });

  it('ends a reply as incomplete if a piece of it is missing', () => {
    const text = 'One two three';
    const pieces = [0, 4, 8].map(
      (start) => ({ type: 'text', replyId: 'r1', text: text.slice(start, start + 4), start }) as const,
    );
    const endedWith = (some: readonly TranscriptRecord[]) =>
      shown(
        parseTranscript([...records.slice(0, 2), ...some, ...records.slice(4, 6)].map(formatTranscriptRecord).join(''))
          .messages,
      )[1];
    const [one, two, three] = pieces as [TranscriptRecord, TranscriptRecord, TranscriptRecord];
    assert.equal(endedWith([one, two, three]), 'complete: One two thre');
    assert.equal(endedWith([one, two, two, three]), 'complete: One two thre');
    assert.equal(endedWith([one, three]), 'incomplete: One thre');
    assert.equal(endedWith([two, three]), 'incomplete: two thre');
    const reasoning = { type: 'reasoning', replyId: 'r1', text: 'Hm', start: 3 } as const;
    assert.equal(endedWith([reasoning, one, two]), 'incomplete: One two ');
    const stopped: TranscriptRecord = { type: 'end', replyId: 'r1', end: 'stopped', charged: 'yes' };
    assert.equal(endedWith([one, three, stopped]), 'incomplete: One thre');
  });

  it('if a piece starts before the end of the reply, it replaces all text after its start, even within an earlier piece', () => {
    const pieces = ['One two', { text: 'wo', start: 5 }, { text: 'HREE', start: 4 }, { text: '!', start: 5 }];
    const records = pieces.map((piece) =>
      formatTranscriptRecord({ type: 'text', replyId: 'r3', ...(typeof piece === 'string' ? { text: piece } : piece) }),
    );
    const reply = formatTranscriptRecord({ type: 'reply', id: 'r3', questionId: 'q1', at: 5 });
    assert.deepEqual(shown(parseTranscript(reply + records.join('')).messages), ['streaming: One H!']);
  });

  it('a second record of a reply replaces the text and the reasoning of the reply', () => {
    const reply = formatTranscriptRecord({ type: 'reply', id: 'r3', questionId: 'q1', at: 5 });
    const pieces = [
      formatTranscriptRecord({ type: 'text', replyId: 'r3', text: 'One' }),
      formatTranscriptRecord({ type: 'reasoning', replyId: 'r3', text: 'Why' }),
    ].join('');
    const [message] = parseTranscript(reply + pieces + reply).messages;
    assert.ok(message?.kind === 'reply');
    assert.deepEqual([message.text, message.reasoning], ['', '']);
  });

  it('skips a record with a time outside the range of Date, and a record with an infinite number', () => {
    const lines = [
      '{"type":"question","id":"q","at":1e300,"text":"","attachments":[],"content":""}',
      '{"type":"text","replyId":"r2","text":"more","start":1e999}',
    ];
    assert.deepEqual(parseTranscript(file + lines.join('\n')), parseTranscript(file));
  });

  it('does not throw for random lines and random JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (lines) => void parseTranscript(lines.join('\n'))),
      { seed: 1 },
    );
  });
});

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}
