import { strict as assert } from 'node:assert';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import type { Question } from '../../../../src/chat/messages/message.ts';
import { summarizeSession } from '../../../../src/chat/sessions/sessionSummary.ts';
import { emptyTranscript, type Transcript } from '../../../../src/chat/messages/transcript.ts';

describe('what the list says of a session', () => {
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

  it('is called as its first prompt begins, with the file where that says little', () => {
    assert.equal(title(question('What does **this** do?\n\nAnd that?'), question('Later')), 'What does this do?');
    assert.equal(title(question('Explain this code.', [chip])), 'Explain this code. cart.js:2-6');
  });

  it('is called as what was attached when nothing was written', () => {
    assert.equal(title(question('', [chip])), 'cart.js:2-6');
    assert.equal(
      title(question(' \n', [{ ...chip, path: '', code: '\n  Error: **no** such file\n  at x' }])),
      'Error: no such file',
    );
  });

  it('is called as what was written anew, and is told from where that was taken', () => {
    const edited = summary([question('First', [], true), question('Second, better')], { carriedFrom: 'other' });
    assert.deepEqual([edited?.title, edited?.isEdited], ['Second, better', true]);
    assert.equal('isEdited' in (summary([question('First')]) ?? {}), false);
  });
});
