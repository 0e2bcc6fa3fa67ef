import { strict as assert } from 'node:assert';
import { ChatDraft } from '../../../../src/chat/draft/chatDraft.ts';
import type { DraftEvent } from '../../../../src/chat/draft/draftEvent.ts';
import { createPutBackQueued } from '../../../../src/chat/draft/putBackQueued.ts';
import { emptyDraft, type Draft } from '../../../../src/chat/draft/draftStore.ts';
import { attachment as file, queued as queuedAnywhere } from './draftSamples.ts';

const queued = (...message: Parameters<typeof queuedAnywhere>) => ({ ...queuedAnywhere(...message), sessionId: 's' });

describe('an edited queued message', () => {
  const open = (value: Partial<Draft> = {}, notify: (event: DraftEvent) => void = () => undefined) =>
    new ChatDraft(
      {
        drafts: { load: async () => Promise.resolve(emptyDraft), save: async () => Promise.resolve() },
        notify,
        origin: () => '',
        reportSaveError: assert.ifError,
      },
      { ...emptyDraft, ...value },
    );

  const openEdited = (id: string, text = '') => {
    const draft = open({ text, queue: ['1', '2', '3', '4'].map((each) => queued(each)) });
    draft.editQueued(id);
    /** Submits the text of the message box, and returns the ids of the queue. */
    const submit = () => {
      const message = { ...queued('edited'), text: draft.text };
      draft.enqueue(message, true);
      draft.removeSent(message.text, message.attachments);
      return draft.queue.map((each) => each.id);
    };
    return { draft, submit };
  };

  it('returns to its place when it is queued again, also with another text', () => {
    const { draft, submit } = openEdited('2', 'Typed');
    draft.setText('Another text');
    assert.deepEqual(submit(), ['1', 'edited', '3', '4']);
    draft.setText('Next');
    assert.deepEqual(submit().at(-1), 'edited');
  });

  it('returns before the remaining messages that followed it, or to the end if none is left', () => {
    const { draft, submit } = openEdited('2');
    draft.unqueue(draft.queue.filter(({ id }) => id !== '4'));
    draft.enqueue(queued('5'), true);
    assert.deepEqual(submit(), ['edited', '4', '5']);
    const last = openEdited('3');
    last.draft.unqueue(last.draft.queue.filter(({ id }) => id === '4'));
    assert.deepEqual(last.submit(), ['1', '2', 'edited']);
  });

  it('returns to the place of the first, if several messages are edited together', () => {
    const { draft, submit } = openEdited('2');
    draft.editQueued('4');
    assert.deepEqual(submit(), ['1', 'edited', '3']);
  });

  it('keeps its place before or after a removed message that returns', () => {
    for (const [edited, removed] of [
      ['2', '3'],
      ['3', '2'],
    ] as const) {
      for (const isSubmitted of [false, true]) {
        const { draft, submit } = openEdited(edited);
        const restore = draft.removeQueued(removed);
        if (isSubmitted) submit();
        else draft.putBackQueued();
        restore?.();
        const ids = draft.queue.map(({ id }) => (id === 'edited' ? edited : id));
        assert.deepEqual(ids, ['1', '2', '3', '4']);
      }
    }
  });

  it('keeps its place if an earlier submission of the message box is accepted', () => {
    const draft = open({ text: 'Typed', queue: [] });
    for (const id of ['1', '2']) draft.enqueue(queued(id), true);
    const submission = draft.beginSubmission('Typed');
    draft.editQueued('1');
    draft.enqueue({ ...queued('typed'), text: 'Typed' }, true);
    submission?.accept();
    assert.equal(draft.isEditingQueued, true);
    assert.deepEqual(
      draft.queue.map((each) => [each.id, draft.isWaiting(each)]),
      [
        ['2', true],
        ['typed', true],
      ],
    );
    draft.setText('');
    assert.equal(
      draft.queue.some((each) => draft.isWaiting(each)),
      false,
    );
  });

  it('that was submitted no longer keeps messages waiting, although another is edited meanwhile', () => {
    const draft = open();
    for (const id of ['1', '2', '3']) draft.enqueue(queued(id), true);
    draft.editQueued('1');
    const submission = draft.beginSubmission(draft.text);
    draft.editQueued('3');
    assert.deepEqual(
      draft.queue.map((each) => draft.isWaiting(each)),
      [true],
    );
    submission?.accept();
    assert.deepEqual([draft.text.trim(), draft.queue.map((each) => draft.isWaiting(each))], ['Text of 3', [false]]);
  });

  it('loses its place when the message box was empty meanwhile, or the message was sent', () => {
    const emptied = openEdited('1');
    emptied.draft.setText('');
    emptied.draft.setText('New');
    assert.deepEqual(emptied.submit(), ['2', '3', '4', 'edited']);
    const sent = openEdited('1');
    const { text } = sent.draft;
    sent.draft.setText(`${text} and typed since`);
    sent.draft.removeSent(text, []);
    assert.deepEqual(sent.submit(), ['2', '3', '4', 'edited']);
  });

  it('loses its place when its text is cleared and its last attachment is removed', () => {
    const events: DraftEvent['type'][] = [];
    const draft = open({}, ({ type }) => events.push(type));
    for (const id of ['1', '2', '3']) draft.enqueue(queued(id, [file(id)]), true);
    draft.editQueued('2');
    draft.setText('');
    assert.deepEqual([draft.isEditingQueued, draft.isWaiting(draft.queue[1]!)], [true, true]);
    events.length = 0;
    draft.removeAttachment('2');
    assert.deepEqual([draft.isEditingQueued, draft.isWaiting(draft.queue[1]!)], [false, false]);
    assert.deepEqual(events, ['queueChanged', 'draftChanged']);
  });

  it('keeps its place while another message is queued, or sent in place of its text', () => {
    const { draft, submit } = openEdited('3');
    draft.enqueue(queued('other'), true);
    draft.setAside(draft.text, 'An earlier prompt');
    draft.setText('An earlier prompt');
    assert.deepEqual(submit(), ['1', '2', '4', 'other', 'edited']);
    assert.equal(draft.text, 'Text of 3');
    assert.deepEqual(submit(), ['1', '2', 'edited', '4', 'other', 'edited']);
  });

  /** Queues three automatic messages, and edits the second one. */
  const openAutomatic = (onChange: (event: DraftEvent, draft: ChatDraft) => void = () => undefined) => {
    const draft: ChatDraft = open({}, (event) => onChange(event, draft));
    for (const id of ['1', '2', '3']) draft.enqueue(queued(id, [file(id)]), true);
    draft.editQueued('2');
    return draft;
  };
  /** The ids of the queue. An asterisk marks held messages. */
  const queueOf = (draft: ChatDraft) =>
    draft.queue.map((each) => `${each.id}${draft.isHeld(each, 's') ? '*' : ''}`).join(' ');

  it('holds the messages behind its place until it is queued again, put back, or removed from the message box', () => {
    for (const [end, after] of [
      [(draft) => draft.putBackQueued(), '1 2 3 4'],
      [
        (draft) => {
          draft.enqueue(queued('2'), true);
          draft.removeSent('Text of 2', draft.attachments);
        },
        '1 2 3 4',
      ],
      [
        (draft) => {
          draft.removeAttachment('2');
          draft.setText('');
        },
        '1 3 4',
      ],
    ] satisfies [(draft: ChatDraft) => void, string][]) {
      let shown = '';
      const draft = openAutomatic(({ type }, changed) => {
        if (type === 'queueChanged') shown = queueOf(changed);
      });
      draft.enqueue(queued('4'), true);
      assert.equal(shown, '1 3* 4*');
      assert.deepEqual(
        draft.queue.map((each) => draft.isWaiting(each)),
        [false, true, true],
      );
      end(draft);
      assert.equal(shown, after);
    }
  });

  it('holds no messages if it was the last, nor messages that are held anyway', () => {
    const draft = open();
    draft.enqueue(queued('1'), true);
    draft.enqueue(queued('2'), false);
    draft.editQueued('1');
    assert.deepEqual([queueOf(draft), draft.isWaiting(draft.queue[0]!)], ['2*', false]);
    const last = openEdited('4').draft;
    last.enqueue(queued('5'), true);
    assert.equal(queueOf(last), '1* 2* 3* 5');
  });

  describe('when it is put back', () => {
    const boxOf = ({ text, attachments }: ChatDraft) => [text, attachments.map(({ id }) => id).join(' ')];

    it('returns to its place as it was, and leaves the message box empty', () => {
      const draft = openAutomatic();
      assert.deepEqual([...boxOf(draft), queueOf(draft)], ['Text of 2', '2', '1 3*']);
      draft.putBackQueued();
      assert.deepEqual([...boxOf(draft), queueOf(draft)], ['', '', '1 2 3']);
      assert.deepEqual(draft.queue[1], queued('2', [file('2')]));
      draft.setText('Next');
      draft.putBackQueued();
      assert.deepEqual([draft.text, queueOf(draft)], ['Next', '1 2 3']);
    });

    it('is not counted as a submission', () => {
      const draft = openAutomatic();
      draft.putBackQueued();
      assert.deepEqual([draft.submissionCount, draft.sentTexts], [0, ['Text of 2']]);
    });

    it('keeps a change of its text or its attachments, and is then held with the messages that follow', () => {
      const [texts, files] = [openAutomatic(), openAutomatic()];
      texts.setText('Half a');
      texts.putBackQueued();
      assert.deepEqual([texts.queue[1]?.text, queueOf(texts)], ['Half a', '1 2* 3*']);
      files.toggleAttachment('2');
      files.addAttachments([file('new')]);
      files.putBackQueued();
      assert.deepEqual(files.queue[1]?.attachments, [file('new')]);
      assert.deepEqual([...boxOf(files), queueOf(files)], ['', '2', '1 2* 3*']);
    });

    it('does not hold messages of other sessions if it has changed', () => {
      const draft = openAutomatic();
      const other = { ...queued('4'), sessionId: 'other' };
      draft.enqueue(other, true);
      draft.setText('Half a');
      draft.putBackQueued();
      assert.equal(draft.isHeld(other, 'other'), false);
    });

    it('is held if the messages of its session were held meanwhile', () => {
      const [own, other] = [openAutomatic(), openAutomatic()];
      own.holdQueue('s');
      own.putBackQueued();
      assert.equal(queueOf(own), '1* 2* 3*');
      other.holdQueue('other');
      other.putBackQueued();
      assert.equal(queueOf(other), '1 2 3');
    });

    it('stays in the message box if the box contained something else, even switched off or aside', () => {
      for (const value of [
        { text: 'Typed' },
        { attachments: [{ ...file('off'), isOff: true }] },
        { aside: 'Unsent', text: '' },
      ]) {
        const draft = open({ ...value, queue: [queued('1')] });
        draft.editQueued('1');
        assert.deepEqual([draft.isEditingQueued, draft.editedMessage()], [true, undefined]);
        draft.putBackQueued();
        assert.deepEqual([draft.text.endsWith('Text of 1'), draft.queue], [true, []]);
      }
    });

    it('stays in the message box if another message is edited together with it', () => {
      const draft = openAutomatic();
      draft.editQueued('3');
      assert.deepEqual([draft.isEditingQueued, draft.editedMessage()], [true, undefined]);
      draft.putBackQueued();
      assert.deepEqual([draft.text, queueOf(draft)], ['Text of 2\n\nText of 3', '1']);
    });

    it('stays in the message box while the box shows an earlier prompt, is empty, or is submitted', () => {
      const draft = openAutomatic();
      const submission = draft.beginSubmission(draft.text);
      draft.putBackQueued();
      submission?.end();
      draft.setAside(draft.text, 'An earlier prompt');
      draft.setText('An earlier prompt');
      draft.putBackQueued();
      assert.deepEqual([draft.text, draft.aside, queueOf(draft)], ['An earlier prompt', 'Text of 2', '1 3*']);
      draft.setAside('', 'An earlier prompt');
      draft.removeAttachment('2');
      draft.setText('');
      draft.putBackQueued();
      assert.equal(queueOf(draft), '1 3');
    });

    it('says whether it stays in the message box together with other text', async () => {
      const draft = openAutomatic();
      const putBack = createPutBackQueued(draft, async () => Promise.resolve(true));
      draft.editQueued('3');
      assert.deepEqual([await putBack(), draft.text], ['kept', 'Text of 2\n\nText of 3']);
      draft.setAside(draft.text, 'An earlier prompt');
      draft.setText('An earlier prompt');
      assert.equal(await putBack(), 'notEdited');
    });

    it('asks about its text only if the text has changed, and stays in the message box if the user declines', async () => {
      const draft = openAutomatic();
      const asked: string[] = [];
      let answer = false;
      const putBack = createPutBackQueued(draft, async (text) => {
        asked.push(text);
        return Promise.resolve(answer);
      });
      draft.setText('A secret');
      assert.deepEqual([await putBack(), draft.text, queueOf(draft)], ['kept', 'A secret', '1 3*']);
      answer = true;
      assert.deepEqual([await putBack(), draft.text, queueOf(draft)], ['putBack', '', '1 2* 3*']);
      assert.equal(await putBack(), 'notEdited');
      draft.editQueued('1');
      assert.deepEqual([await putBack(), asked], ['putBack', ['A secret', 'A secret']]);
      assert.equal(queueOf(draft), '1 2* 3*');
    });

    it('is put back once, after one question, if this is requested again during the question', async () => {
      const draft = openAutomatic();
      draft.setText('Changed');
      let questions = 0;
      const answered = Promise.withResolvers<boolean>();
      const putBack = createPutBackQueued(draft, async () => {
        questions += 1;
        return answered.promise;
      });
      const outcomes = [putBack(), putBack()];
      answered.resolve(true);
      assert.deepEqual(
        [await Promise.all(outcomes), questions, queueOf(draft)],
        [['putBack', 'putBack'], 1, '1 2* 3*'],
      );
      assert.equal(await putBack(), 'notEdited');
    });

    it('stays in the message box if its text changes during the question', async () => {
      const draft = openAutomatic();
      draft.setText('Changed');
      const putBack = createPutBackQueued(draft, async () => {
        draft.setText('Changed again');
        return Promise.resolve(true);
      });
      assert.deepEqual([await putBack(), draft.text, queueOf(draft)], ['kept', 'Changed again', '1 3*']);
    });
  });
});
