import { strict as assert } from 'node:assert';
import { isPurgeable, purgeMessage } from '../../../../src/chat/messages/purgeDeleted.ts';
import { historyAt } from '../../../../src/chat/messages/serviceHistories.ts';
import type { Question, Reply } from '../../../../src/chat/messages/message.ts';
import { formatTranscriptRecord, type TranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';
import { shown } from '../openChat.ts';
import { parseTranscript, purgeTranscript } from './runSteps.ts';

describe('purgeSteps', () => {
  const textOf = (records: readonly TranscriptRecord[]) => records.map(formatTranscriptRecord).join('');
  const deletion = (...ids: readonly string[]): TranscriptRecord => ({ type: 'deleted', ids });
  const twoTurns = [...exchangeRecords('Secret', 1), ...exchangeRecords('Kept', 3)];

  it('removes the texts, the reasoning and the errors of deleted messages, and keeps the other messages', () => {
    const text = textOf([
      ...twoTurns,
      { type: 'reasoning', replyId: 'r1', text: 'Secret thought' },
      { type: 'text', replyId: 'r1', text: ' and the second Secret piece', start: 15 },
      {
        type: 'end',
        replyId: 'r1',
        end: 'failed',
        charged: 'maybe',
        error: { name: 'ServerError', detail: 'Secret', body: 'Secret' },
      },
      deletion('q1', 'r1'),
    ]);
    const purged = purgeTranscript(text, [])!;
    assert.doesNotMatch(purged, /Secret/);
    assert.deepEqual(shown(parseTranscript(purged).messages), shown(parseTranscript(text).messages));
    assert.equal(parseTranscript(purged).allMessages.length, 4);
  });

  it('removes the error of a deleted reply that has neither text nor reasoning', () => {
    const error = { name: 'ServerError', detail: 'Secret', body: 'Secret' };
    const text = textOf([
      ...exchangeRecords('Kept', 3),
      { type: 'reply', id: 'r9', questionId: 'q3', at: 9 },
      { type: 'end', replyId: 'r9', end: 'failed', charged: 'maybe', error },
      deletion('r9'),
    ]);
    const purged = purgeTranscript(text, [])!;
    assert.doesNotMatch(purged, /Secret/);
    assert.equal(purgeTranscript(purged, []), undefined);
  });

  it('keeps the history, the title and the cost, and replaces the text of a deleted reply with a non-empty text', () => {
    const cost = { low: 1, high: 2, isReported: true, inputTokens: 3, cachedInputTokens: 0, outputTokens: 4 };
    const text = textOf([
      ...twoTurns,
      { type: 'booked', replyId: 'r1', cost, history: { least: 5, most: 7 } },
      { type: 'title', text: 'Name' },
      deletion('q1', 'r1'),
    ]);
    const { allMessages, histories, title } = parseTranscript(purgeTranscript(text, [])!);
    assert.deepEqual([historyAt(histories, 'https://example.com'), title], [{ least: 5, most: 7 }, 'Name']);
    const reply = allMessages.find(({ id }) => id === 'r1');
    assert.ok(reply?.kind === 'reply' && reply.text !== '');
    assert.deepEqual(reply.cost, cost);
  });

  it('removes the content of deleted messages that were carried over from another session', () => {
    const { messages } = parseTranscript(textOf(twoTurns));
    const text = textOf([{ type: 'carried', from: 'other', messages }, deletion('q1', 'r1')]);
    const purged = purgeTranscript(text, [])!;
    assert.doesNotMatch(purged, /Secret/);
    assert.deepEqual(shown(parseTranscript(purged).messages), ['You: Kept', 'complete: Reply to Kept']);
  });

  it('keeps messages whose deletion can be undone, and restored messages', () => {
    assert.equal(purgeTranscript(textOf([...twoTurns, deletion('q1', 'r1')]), ['q1', 'r1']), undefined);
    const restored: TranscriptRecord = { type: 'restored', ids: ['q1', 'r1'] };
    assert.equal(purgeTranscript(textOf([...twoTurns, deletion('q1', 'r1'), restored]), []), undefined);
  });

  it('finds nothing to remove in its own result', () => {
    const purged = purgeTranscript(textOf([...twoTurns, deletion('q1', 'r1')]), [])!;
    assert.equal(purgeTranscript(purged, []), undefined);
  });

  it('keeps each line of JSON that is not a valid record as it is', () => {
    for (const line of ['{ "type": "bookmark" }', 'null', '7', '[]', '{"type":"question","id":"q1","text":7}']) {
      const purged = purgeTranscript(`${textOf(twoTurns)}\n${line}\n${textOf([deletion('q1', 'r1')])}`, [])!;
      assert.ok(purged.split('\n').includes(line), line);
    }
  });

  it('keeps records of a newer version, and removes incomplete lines', () => {
    const newer = '\n{"type":"bookmark","name":"Here"}\n';
    const text = `${textOf(twoTurns)}${newer}\n{"type":"text","replyId":"r1","te${textOf([deletion('q1', 'r1')])}`;
    const purged = purgeTranscript(text, [])!;
    assert.ok(purged.includes(newer));
    assert.doesNotMatch(purged, /"te$|"te\n/);
  });
});

describe('isPurgeable', () => {
  const question: Question = {
    kind: 'question',
    id: 'q',
    at: 1,
    text: '',
    attachments: [],
    content: '',
    isDeleted: true,
  };
  const reply: Reply = {
    kind: 'reply',
    id: 'r',
    questionId: 'q',
    at: 1,
    text: '',
    reasoning: '',
    state: 'complete',
    isDeleted: true,
  };
  const attachment = { id: 'a', path: 'a.ts', startLine: 1, endLine: 1, languageId: 'ts', code: 'a' };
  const ended = { end: 'failed', charged: 'maybe' } as const;
  const withContent = [
    { ...question, text: 'Text' },
    { ...question, content: 'Text' },
    { ...question, attachments: [attachment] },
    { ...reply, text: 'Text' },
    { ...reply, reasoning: 'Thought' },
    { ...reply, ending: { ...ended, error: { name: 'ServerError', detail: 'Text' } } },
  ];
  const withoutContent = [question, reply, { ...reply, text: '…' }, { ...reply, ending: ended }];

  it('returns true for a deleted message with any content, until `purgeMessage` has removed the content', () => {
    for (const message of withContent) {
      assert.equal(isPurgeable(message), true);
      assert.equal(isPurgeable({ ...message, isDeleted: false }), false);
      assert.equal(isPurgeable(purgeMessage(message)), false);
    }
    for (const message of withoutContent) {
      assert.equal(isPurgeable(message), false);
      assert.deepEqual(purgeMessage(message), message);
    }
    assert.deepEqual(withContent.map(purgeMessage), [
      ...[question, question, question],
      ...[{ ...reply, text: '…' }, reply, { ...reply, ending: ended }],
    ]);
  });
});
