import { strict as assert } from 'node:assert';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import type { Question } from '../../../../src/chat/messages/message.ts';
import { summarizeSession } from '../../../../src/chat/sessions/sessionSummary.ts';
import { emptyTranscript, type Transcript } from '../../../../src/chat/messages/transcript.ts';

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

  it('makes the title from the first question, and appends the attached file to a short title', () => {
    assert.equal(title(question('What does **this** do?\n\nAnd that?'), question('Later')), 'What does this do?');
    assert.equal(title(question('Explain this code.', [chip])), 'Explain this code. cart.js:2-6');
  });

  it('makes the title from the attachment if the question has no text', () => {
    assert.equal(title(question('', [chip])), 'cart.js:2-6');
    assert.equal(
      title(question(' \n', [{ ...chip, path: '', code: '\n  Error: **no** such file\n  at x' }])),
      'Error: no such file',
    );
  });

  it('makes the title of an edited session from the edited question, and marks the session', () => {
    const edited = summary([question('First', [], true), question('Second, better')], { carriedFrom: 'other' });
    assert.deepEqual([edited?.title, edited?.isEdited], ['Second, better', true]);
    assert.equal('isEdited' in (summary([question('First')]) ?? {}), false);
  });
});
