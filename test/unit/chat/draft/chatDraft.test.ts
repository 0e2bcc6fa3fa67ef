import { strict as assert } from 'node:assert';
import { ChatDraft } from '../../../../src/chat/draft/chatDraft.ts';
import type { DraftEvent } from '../../../../src/chat/draft/draftEvent.ts';
import { createDraftStore, emptyDraft, type Draft } from '../../../../src/chat/draft/draftStore.ts';
import { olderCopies, type Attachment } from '../../../../src/chat/messages/attachment.ts';
import type { IfRefused } from '../../../../src/common/fileStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore, writes } from '../../faultyStore.ts';
import { neverCalled } from '../../neverCalled.ts';
import { attachment, queued } from './draftSamples.ts';

describe('ChatDraft', () => {
  const cleanUp = cleanUpAfterEach();

  const open = async (value: Partial<Draft> = {}) => {
    const drafts = createDraftStore(createNodeFileStore(await temporaryFolder(cleanUp)), neverCalled);
    const events: DraftEvent[] = [];
    const saves: Promise<void>[] = [];
    const draft = new ChatDraft(
      {
        drafts: {
          ...drafts,
          save: async (each) => {
            saves.push(drafts.save(each));
            return saves.at(-1);
          },
        },
        notify: (event) => events.push(event),
        origin: () => '',
        reportSaveError: assert.ifError,
      },
      { ...emptyDraft, ...value },
    );
    const saved = async () => {
      await Promise.all(saves);
      return drafts.load();
    };
    return { draft, events, saved };
  };

  it('reserves a queued message once, and leaves it in the queue until the reservation ends', async () => {
    const message = queued('1');
    const { draft } = await open({ queue: [message, queued('2')] });
    const end = draft.reserve(message);
    assert.equal(draft.reserve(message), undefined);
    draft.editQueue();
    assert.deepEqual([draft.text, draft.queue], ['Text of 2', [message]]);
    end?.();
    assert.deepEqual([draft.text, draft.queue], ['Text of 2\n\nText of 1', []]);
    assert.equal(draft.reserve(message), undefined);
  });

  it('moves a queued message and its attachments to the end of the message box', async () => {
    const [first, second] = [queued('1', [attachment('b')]), queued('2')];
    const { draft, events, saved } = await open({
      text: 'Typed',
      attachments: [attachment('a')],
      queue: [first, second],
    });
    draft.editQueued('1');
    const expected = {
      text: 'Typed\n\nText of 1',
      attachments: [attachment('a'), attachment('b')],
      queue: [second],
    };
    assert.deepEqual({ text: draft.text, attachments: draft.attachments, queue: draft.queue }, expected);
    assert.deepEqual(await saved(), expected);
    assert.deepEqual(events, [
      { type: 'queueChanged' },
      { type: 'draftChanged', text: { before: 'Typed', after: 'Typed\n\nText of 1' } },
    ]);
  });

  it('removes a queued message with a given id, but not a reserved message', async () => {
    const [first, second] = [queued('1'), queued('2')];
    const { draft } = await open({ queue: [first, second] });
    const end = draft.reserve(first);
    draft.removeQueued('1');
    draft.removeQueued('2');
    end?.();
    assert.deepEqual([draft.text, draft.queue], ['', [first]]);
  });

  it('puts a removed message back to its place in the queue, where it is held, but only once', async () => {
    const { draft } = await open({});
    for (const id of ['1', '2', '3']) draft.enqueue({ ...queued(id), sessionId: 'one' }, true);
    const restore = draft.removeQueued('2');
    const restoreLast = draft.removeQueued('3');
    draft.unqueue(draft.queue.filter(({ id }) => id === '1'));
    draft.enqueue({ ...queued('4'), sessionId: 'one' }, true);
    restoreLast?.();
    restore?.();
    restore?.();
    assert.deepEqual(
      draft.queue.map((message) => [message.id, draft.isHeld(message, 'one')]),
      [
        ['2', true],
        ['3', true],
        ['4', false],
      ],
    );
    assert.equal(draft.removeQueued('none'), undefined);
  });

  describe('while an earlier prompt is shown', () => {
    const openWalk = async () => {
      const opened = await open({ text: 'Prompt', aside: 'Unsent', queue: [queued('1', [attachment('a')])] });
      const texts = () => opened.events.flatMap((event) => (event.type === 'draftChanged' ? [event.text] : []));
      opened.draft.setAside('Unsent', 'Prompt');
      return { ...opened, texts };
    };

    it('adds text and edited messages to the unsent text, and shows that text again', async () => {
      const { draft, saved, texts } = await openWalk();
      draft.editQueued('1');
      const after = 'Unsent\n\nText of 1';
      assert.deepEqual(texts(), [{ before: 'Prompt', after, restoresUnsent: true }]);
      assert.deepEqual(await saved(), { text: after, attachments: [attachment('a')], queue: [] });
      draft.addText('Added');
      assert.deepEqual(texts().at(-1), { before: after, after: `${after}\n\nAdded` });
    });

    it('also keeps the prompt if the user has changed it, also after a restart', async () => {
      for (const change of [
        (draft: ChatDraft) => {
          draft.setAside('Unsent', 'Prompt');
          draft.setText('Prompt, changed');
        },
        (draft: ChatDraft) => draft.setText('Prompt, changed'),
      ]) {
        const { draft } = await openWalk();
        change(draft);
        draft.addText('Added');
        assert.equal(draft.text, 'Unsent\n\nPrompt, changed\n\nAdded');
      }
    });

    it('restores the unsent text after a submission, also if it begins with the submitted prompt', async () => {
      const { draft } = await openWalk();
      draft.setAside('Prompt, longer', 'An earlier prompt');
      const submission = draft.beginSubmission('Prompt');
      draft.addText('Added');
      submission?.accept();
      assert.deepEqual([draft.text, draft.aside], ['Prompt, longer\n\nAdded', undefined]);
    });

    it('adds an imported draft to the unsent text', async () => {
      const { draft, texts } = await openWalk();
      assert.equal(await draft.replace((value) => ({ ...value, text: `${value.text}\n\nImported` })), true);
      const after = 'Unsent\n\nImported';
      assert.deepEqual([texts(), draft.aside], [[{ before: 'Prompt', after, restoresUnsent: true }], undefined]);
    });
  });

  it('holds only the messages of the given session', async () => {
    const { draft, events } = await open({});
    for (const id of ['one', 'two']) draft.enqueue({ ...queued(id), sessionId: id }, true);
    events.length = 0;
    draft.holdQueue('one');
    draft.holdQueue('one');
    assert.deepEqual(events, [{ type: 'queueChanged' }]);
    assert.deepEqual(
      ['one', 'two'].map((shownId) => draft.queue.map((message) => draft.isHeld(message, shownId))),
      [
        [true, true],
        [true, false],
      ],
    );
  });

  it('moves all queued messages to the message box in their order', async () => {
    const { draft, saved } = await open({
      attachments: [attachment('a')],
      queue: [queued('1', [attachment('b')]), queued('2', [attachment('c')])],
    });
    draft.editQueue();
    assert.deepEqual(await saved(), {
      text: 'Text of 1\n\nText of 2',
      attachments: ['a', 'b', 'c'].map(attachment),
      queue: [],
    });
  });

  it('moves nothing to the message box if no queued message has the given id, or if the queue is empty', async () => {
    const { draft, events } = await open({ text: 'Typed', queue: [queued('1')] });
    draft.editQueued('2');
    draft.unqueue([]);
    assert.deepEqual([draft.text, draft.queue, events], ['Typed', [queued('1')], []]);
    draft.editQueue();
    events.length = 0;
    draft.editQueue();
    assert.deepEqual(events, []);
  });

  it('knows the three texts that were sent last, until all data is deleted', async () => {
    const { draft } = await open({});
    for (const text of ['1', '2', '3', '4']) draft.removeSent(text, []);
    assert.deepEqual(draft.sentTexts, ['2', '3', '4']);
    draft.endUndo();
    assert.deepEqual(draft.sentTexts, []);
  });

  it('removes a sent message, and keeps text and attachments that were added after it was sent', async () => {
    const { draft, saved } = await open({ text: 'Sent', attachments: [attachment('a')] });
    draft.setText('Sent and typed since');
    draft.addAttachments([attachment('b')]);
    draft.removeSent('Sent', [attachment('a')]);
    assert.deepEqual(await saved(), { text: ' and typed since', attachments: [attachment('b')], queue: [] });
  });

  it('adds several attachments, and switches others on, in one change', async () => {
    const off = { ...attachment('a'), isOff: true };
    const { draft, events, saved } = await open({ attachments: [off, { ...attachment('b'), isOff: true }] });
    draft.addAttachments([attachment('c'), { ...attachment('b'), id: 'again' }, attachment('d')]);
    assert.deepEqual(events, [{ type: 'draftChanged' }]);
    const expected = [off, { ...attachment('b'), isOff: false }, attachment('c'), attachment('d')];
    assert.deepEqual((await saved()).attachments, expected);
  });

  it('adds no attachment twice, also from the queue, and reports nothing if nothing changes', async () => {
    const same = (id: string) => ({ ...attachment('a'), id });
    const { draft, events } = await open({
      attachments: [attachment('a')],
      queue: [{ ...queued('1'), attachments: [same('queued'), attachment('b')] }],
    });
    draft.addAttachments([same('again')]);
    assert.deepEqual(events, []);
    draft.editQueued('1');
    draft.addAttachments([attachment('c'), { ...attachment('c'), id: 'again' }]);
    assert.deepEqual(draft.attachments, ['a', 'b', 'c'].map(attachment));
    draft.addAttachments([{ ...attachment('a'), id: 'other', code: 'changed' }]);
    assert.equal(draft.attachments.length, 4);
  });

  it('replaces older copies of whole files in one change, but neither selected lines nor pasted text of them', async () => {
    const file = (id: string, code: string): Attachment => ({ ...attachment(id), uri: 'file:///a.ts', code });
    const whole = (id: string, code: string) => ({ ...file(id, code), isWholeFile: true });
    const kept = [file('selected', 'a1'), { ...file('pasted', 'a2'), isPasted: true }, attachment('b')];
    const { draft, events, saved } = await open({ attachments: [{ ...whole('old', 'a3'), isOff: true }, ...kept] });
    const read = whole('new', 'a4');
    draft.addAttachments([read], olderCopies(draft.attachments, [read]));
    assert.deepEqual(events, [{ type: 'draftChanged' }]);
    assert.deepEqual((await saved()).attachments, [...kept, read]);
    assert.deepEqual(olderCopies(draft.attachments, [whole('same', 'a4'), file('lines', 'a5')]), []);
  });

  it('adds no text that is already a paragraph of the message box', async () => {
    const { draft } = await open({ text: 'Why not?' });
    draft.addText('Why');
    draft.addText('Explain this.\n\nIn detail.');
    const expected = 'Why not?\n\nWhy\n\nExplain this.\n\nIn detail.';
    for (const text of ['Why not?', 'Why', 'Explain this.\n\nIn detail.', draft.text]) draft.addText(text);
    assert.equal(draft.text, expected);
  });

  it('saves and reports an edit, and saves and reports nothing if its text stays the same', async () => {
    const { draft, events, saved } = await open();
    const [panel, question] = [{}, { sessionId: 's', questionId: 'q' }];
    draft.setEdit(question, 'Better', panel);
    draft.setEdit(question, 'Better');
    assert.deepEqual((await saved()).edits, [{ ...question, text: 'Better' }]);
    draft.setEdit(question, undefined);
    draft.setEdit(question, undefined);
    assert.deepEqual(await saved(), emptyDraft);
    assert.deepEqual(events, [
      { type: 'editChanged', ...question, text: 'Better', source: panel },
      { type: 'editChanged', ...question },
    ]);
  });

  it('moves the text of the oldest edit to the message box, and reports this, if there are too many edits', async () => {
    const [panel, sessionId] = [{}, 's'];
    const edits = Array.from({ length: 20 }, (_, index) => ({
      sessionId,
      questionId: `${index}`,
      text: `Edit ${index}`,
    }));
    const { draft, events, saved } = await open({ text: 'Typed', edits });
    const added = { sessionId, questionId: 'new' };
    draft.setEdit(added, 'New', panel);
    const { text, edits: kept } = await saved();
    assert.deepEqual([text, kept], ['Typed\n\nEdit 0', [...edits.slice(1), { ...added, text: 'New' }]]);
    assert.deepEqual(events, [
      { type: 'draftChanged', text: { before: 'Typed', after: 'Typed\n\nEdit 0' } },
      { type: 'editChanged', sessionId, questionId: '0' },
      { type: 'editChanged', ...added, text: 'New', source: panel },
    ]);
  });

  it('keeps an edit that is to be removed if its text has changed since', async () => {
    const edit = { sessionId: 's', questionId: 'q', text: 'Better' };
    const { draft } = await open({ edits: [edit] });
    draft.removeEdit({ ...edit, text: 'Bet' });
    assert.deepEqual(draft.edits, [edit]);
    draft.removeEdit(edit);
    assert.deepEqual(draft.edits, []);
  });

  const appended = (value: Draft): Draft => ({ ...value, text: `${value.text} and more` });

  it('replaces the draft, saves it, and reports the text and the changed edits', async () => {
    const edit = (questionId: string, text: string) => ({ sessionId: 's', questionId, text });
    const { draft, events, saved } = await open({ text: 'Typed', edits: [edit('a', 'Kept'), edit('b', 'Edited')] });
    const edits = [edit('a', 'Kept'), edit('b', 'Edited more'), edit('c', 'New')];
    assert.equal(await draft.replace((value) => ({ ...appended(value), edits })), true);
    assert.deepEqual(await saved(), { ...emptyDraft, text: 'Typed and more', edits });
    assert.deepEqual([draft.text, draft.edits], ['Typed and more', edits]);
    assert.deepEqual(events, [
      { type: 'draftChanged', text: { before: 'Typed', after: 'Typed and more' } },
      { type: 'editChanged', ...edit('b', 'Edited more') },
      { type: 'editChanged', ...edit('c', 'New') },
    ]);
  });

  it('keeps what the user types while the draft is replaced', async () => {
    const { draft, saved } = await open({ text: 'Typed' });
    const texts: string[] = [];
    const replaced = draft.replace((value) => {
      texts.push(value.text);
      return appended(value);
    });
    draft.setText('Typed on');
    assert.equal(await replaced, true);
    assert.deepEqual(texts, ['Typed', 'Typed on']);
    assert.deepEqual([draft.text, (await saved()).text], ['Typed on and more', 'Typed on and more']);
  });

  it('replaces nothing if the disk refuses to write, but writes what the user typed meanwhile', async () => {
    const saves: unknown[] = [];
    const store = createDraftStore(
      createFaultyStore(createNodeFileStore(await temporaryFolder(cleanUp)), (operation) =>
        writes.has(operation) ? 'ENOSPC' : undefined,
      ),
      neverCalled,
    );
    const drafts = {
      ...store,
      save: async (value: Draft, ifRefused: IfRefused = 'keep') => {
        saves.push([value.text, ifRefused]);
        if (ifRefused === 'reject') await store.save(value, ifRefused);
      },
    };
    const draft = new ChatDraft(
      { drafts, notify: () => undefined, origin: () => '', reportSaveError: assert.ifError },
      { ...emptyDraft, text: 'Typed' },
    );
    const replaced = draft.replace(appended);
    draft.setText('Typed on');
    assert.deepEqual([await replaced, draft.text], [false, 'Typed on']);
    assert.deepEqual(saves, [
      ['Typed and more', 'reject'],
      ['Typed on', 'keep'],
      ['Typed on', 'keep'],
    ]);
  });
});
