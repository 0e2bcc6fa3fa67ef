import assert from 'node:assert/strict';
import { toDraftAttachmentView, toMessageView, toQueueView } from '../../../../src/vscode/panel/messageView.ts';

describe('the label of an attachment', () => {
  const attachment = { id: 'a', path: 'src/a\u202Eb\u2028\n.ts', startLine: 3, endLine: 9, languageId: '', code: '' };

  it('marks hidden characters and line breaks in the path', () => {
    const label = 'src/a�b��.ts:3-9';
    assert.equal(toDraftAttachmentView(attachment, undefined).label, label);
    const message = { kind: 'question', id: 'q', at: 1, text: '', attachments: [attachment], content: '' } as const;
    const view = toMessageView(message, { now: 1, placeOf: () => 'last' });
    assert.deepEqual(view.kind === 'question' && view.attachments.map((each) => each.label), [label]);
  });

  it('keeps the name and the lines of a file whose path is very long', () => {
    const path = `${'folder/'.repeat(1_000)}main.ts`;
    const { label } = toDraftAttachmentView({ ...attachment, path }, undefined);
    assert.match(label, /^folder\/.*\/main\.ts:3-9$/);
    assert.ok(label.length < 130);
  });
});

describe('toQueueView', () => {
  it('says once how many messages were queued for another service', () => {
    const queue = ['a', 'b', 'c'].map((id) => ({ id, text: id, attachments: [] }));
    const reasons = (...others: readonly string[]) => {
      const draft = { isHeld: () => true, isWaiting: () => false };
      const isOfOtherService = ({ id }: { readonly id: string }) => others.includes(id);
      return toQueueView({ ...draft, queue, isOfOtherService }, 's').map((each) => each.heldReason);
    };
    assert.deepEqual(reasons(), [undefined, undefined, undefined]);
    assert.deepEqual(reasons('b'), [undefined, '1 message was queued for another service.', undefined]);
    assert.deepEqual(reasons('b', 'c'), [undefined, '2 messages were queued for another service.', undefined]);
  });
});

describe('toMessageView', () => {
  it('has only the line breaks of a text field in the text of a question', () => {
    const text = 'One\r\ntwo\rthree\n';
    const question = { kind: 'question', id: 'q', at: 1, text, attachments: [], content: text } as const;
    const view = toMessageView(question, { now: 1, placeOf: () => 'last' });
    assert.equal(view.text, 'One\ntwo\nthree\n');
  });
});
