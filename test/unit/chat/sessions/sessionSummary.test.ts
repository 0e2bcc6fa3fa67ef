import { strict as assert } from 'node:assert';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import type { Question } from '../../../../src/chat/messages/message.ts';
import { summarizeSession } from '../../../../src/chat/sessions/sessionSummary.ts';
import { purgeSteps } from '../../../../src/chat/messages/purgeDeleted.ts';
import { runInSlices } from '../../../../src/chat/messages/steps.ts';
import {
  emptyTranscript,
  formatTranscriptRecord,
  transcriptSteps,
  type Transcript,
} from '../../../../src/chat/messages/transcript.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';

describe('summarizeSession', () => {
  const question = (text: string, attachments: readonly Attachment[] = [], isCarried = false): Question => ({
    kind: 'question',
    id: text,
    at: 1,
    text,
    attachments,
    content: text,
    isCarried,
  });
  const chip: Attachment = {
    id: 'a',
    path: 'src/shop/cart.js',
    startLine: 2,
    endLine: 6,
    languageId: 'javascript',
    code: 'total();',
  };
  const summary = (questions: readonly Question[], changes: Partial<Transcript> = {}) =>
    summarizeSession('s', { ...emptyTranscript, messages: questions, ...changes });
  const title = (...questions: readonly Question[]) => summary(questions)?.title;

  it('includes the costs of deleted replies, even if their content was removed', async () => {
    const booked = (at: number, low: number) =>
      ({
        type: 'booked',
        replyId: `r${at}`,
        cost: { low, high: 2 * low, isReported: true, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 },
        history: { least: 1, most: 2 },
      }) as const;
    const records = [...exchangeRecords('One', 1), booked(1, 10), ...exchangeRecords('Two', 2), booked(2, 1)];
    const deleted = [...records, { type: 'deleted', ids: ['q1', 'r1'] } as const];
    const text = deleted.map(formatTranscriptRecord).join('');
    const purged = await runInSlices(purgeSteps(text, []));
    for (const file of [text, purged!]) {
      const summarized = summarizeSession('s', await runInSlices(transcriptSteps(file)));
      assert.deepEqual([summarized?.title, summarized?.cost], ['Two', { low: 11, high: 22, isReported: true }]);
    }
  });

  it('makes the title from the first question, and adds the name and line numbers of an attached file to a short title', () => {
    assert.equal(title(question('What does **this** do?\n\nAnd that?'), question('Later')), 'What does this do?');
    assert.equal(title(question('Explain this code.', [chip])), 'Explain this code. cart.js:2-6');
  });

  it('adds no pasted text to a title, and no file name to a title of more than 32 characters', () => {
    assert.equal(title(question('Explain this.', [{ ...chip, path: '' }])), 'Explain this.');
    const [short, long] = ['x'.repeat(32), 'x'.repeat(33)];
    assert.equal(title(question(short, [chip])), `${short} cart.js:2-6`);
    assert.equal(title(question(long, [chip])), long);
  });

  it('cuts a title of more than 80 characters between two words, without punctuation before the ellipsis', () => {
    const exact = `${'word '.repeat(15)}words`;
    assert.equal(exact.length, 80);
    assert.equal(title(question(exact)), exact);
    assert.equal(title(question(`${exact}s`)), `${'word '.repeat(15).trimEnd()}…`);
    const punctuated = `${'word '.repeat(14)}word, – more words`;
    assert.equal(title(question(punctuated)), `${'word '.repeat(15).trimEnd()}…`);
  });

  it('cuts a title within a word if the second half of its first 79 characters contains no space', () => {
    assert.equal(title(question(`Look at ${'x'.repeat(100)}`)), `Look at ${'x'.repeat(71)}…`);
  });

  it('counts a character of two UTF-16 code units once, and does not split it', () => {
    const cut = title(question('👩'.repeat(81)));
    assert.equal(cut, `${'👩'.repeat(79)}…`);
    assert.equal(title(question('👩'.repeat(80))), '👩'.repeat(80));
  });

  it('keeps marks that are not Markdown, and a line that has only marks', () => {
    for (const text of ['/', '@', '#', '>', '- ', '```', '**', '`', '@angular/core', '#include <a>', 'fix __init__'])
      assert.equal(title(question(text)), text.trim());
    assert.equal(title(question('**/*.ts and **/*.js')), '**/*.ts and **/*.js');
    assert.equal(title(question('> $0.02')), '$0.02');
    assert.equal(title(question('Why **does `this`** cost $5?')), 'Why does this cost $5?');
  });

  it('skips a line of millions of Markdown marks when it makes a title', () => {
    const marks = '# '.repeat(5_000_000);
    assert.equal(title(question(`${marks}\nText`)), 'Text');
    assert.equal(title(question('Text'), question('Later')), 'Text');
    assert.equal(summary([question('Text')], { title: marks })?.title, 'Text');
  });

  it('skips a megabyte of blank lines, and gives up after 1,000 lines of Markdown marks', () => {
    for (const [text, expected] of [
      ['\n'.repeat(1_000_000), ''],
      [`${'\n \t\n'.repeat(300_000)}The title`, 'The title'],
      [`${'> \n\n'.repeat(999)}The title`, 'The title'],
      [`${'> \n\n'.repeat(1_000)}The title`, ''],
      ['>\n'.repeat(500_000), ''],
    ] as const)
      assert.equal(title(question(text)), expected);
  });

  it('makes the title from the attachment if the question has no text', () => {
    assert.equal(title(question('', [chip])), 'cart.js:2-6');
    assert.equal(
      title(question(' \n', [{ ...chip, path: '', code: '\n  Error: **no** such file\n  at x' }])),
      'Error: no such file',
    );
  });

  it('uses the edited question as the title of a session with copied messages, and sets `isEdited`', () => {
    const edited = summary([question('First', [], true), question('Second, better')], { carriedFrom: 'other' });
    assert.deepEqual([edited?.title, edited?.isEdited], ['Second, better', true]);
    assert.equal('isEdited' in (summary([question('First')]) ?? {}), false);
  });
});
