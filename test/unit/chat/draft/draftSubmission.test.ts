import { strict as assert } from 'node:assert';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import { ChatDraft } from '../../../../src/chat/draft/chatDraft.ts';
import type { DraftEvent } from '../../../../src/chat/draft/draftEvent.ts';
import { emptyDraft, type Draft } from '../../../../src/chat/draft/draftStore.ts';
import { rebaseText } from '../../../../src/common/text/rebaseText.ts';

const file = (id: string): Attachment => ({
  id,
  path: 'foo.ts',
  startLine: 1,
  endLine: 1,
  languageId: 'typescript',
  code: 'foo()',
});

describe('ChatDraft while its message is submitted', () => {
  const open = (value: Partial<Draft>) => {
    const events: DraftEvent[] = [];
    const counts: number[] = [];
    const draft: ChatDraft = new ChatDraft(
      {
        drafts: { load: async () => Promise.resolve(emptyDraft), save: async () => Promise.resolve() },
        notify: (event) => {
          events.push(event);
          counts.push(draft.submissionCount);
        },
        origin: () => '',
        reportSaveError: assert.ifError,
      },
      { ...emptyDraft, ...value },
    );
    return { draft, events, counts };
  };

  it('keeps the file of an edited queued message that the submitted message also contains', () => {
    const queue = [{ id: 'q', text: 'Queued', attachments: [file('queued')] }];
    const { draft } = open({ text: 'Sent', attachments: [file('sent')], queue });
    const submission = draft.beginSubmission('Sent');
    draft.editQueued('q');
    submission?.accept();
    assert.deepEqual([draft.text.trim(), draft.attachments], ['Queued', [file('queued')]]);
    draft.addAttachments([file('again')]);
    assert.deepEqual(draft.attachments, [file('queued')]);
  });

  it('keeps the same text and file that a command adds', () => {
    const { draft } = open({ text: 'Explain this.', attachments: [file('sent')] });
    const submission = draft.beginSubmission('Explain this.');
    draft.addText('Explain this.');
    draft.addAttachments([file('added')]);
    submission?.accept();
    assert.deepEqual([draft.text.trim(), draft.attachments], ['Explain this.', [file('added')]]);
  });

  it('begins only one submission at a time, and adds nothing twice after a refusal', () => {
    const off = { ...file('off'), path: 'off.ts', isOff: true };
    const { draft } = open({ text: 'Refused', attachments: [file('a'), off] });
    const submission = draft.beginSubmission('Refused');
    assert.deepEqual(submission?.attachments, [file('a')]);
    assert.equal(draft.beginSubmission('Refused'), undefined);
    submission.end();
    const next = draft.beginSubmission('Refused');
    submission.end();
    assert.equal(draft.beginSubmission('Refused'), undefined);
    next?.end();
    draft.addAttachments([file('again')]);
    draft.addText('Refused');
    assert.deepEqual([draft.text, draft.attachments], ['Refused', [file('a'), off]]);
  });

  it('is counted when it is accepted, before the change of the draft is reported', () => {
    const { draft, counts } = open({ text: 'Refused' });
    draft.beginSubmission('Refused')?.end();
    draft.setText('Sent');
    draft.beginSubmission('Sent')?.accept();
    assert.deepEqual(counts, [0, 1]);
  });

  it('reports a text that it already contains, so that a box from which the text was just deleted gets it back', () => {
    for (const [text, others] of [
      ['Explain this.', ''],
      ['Before\n\nExplain this.', 'Before'],
      ['Explain this.\n\nAfter', 'After'],
      ['Before\n\nExplain this.\n\nAfter', 'Before\n\nAfter'],
    ] as const) {
      const { draft, events } = open({ text });
      draft.addText('Explain this.');
      const [event] = events;
      assert.ok(event?.type === 'draftChanged' && event.text !== undefined);
      const { before, after } = event.text;
      assert.deepEqual([before, after, draft.text], [others, text, text]);
      assert.deepEqual([rebaseText(others, before, after), rebaseText(text, before, after)], [text, text]);
    }
  });
});
