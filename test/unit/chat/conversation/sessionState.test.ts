import { strict as assert } from 'node:assert';
import type { ChatSessionEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import { SessionState, type SessionStateDependencies } from '../../../../src/chat/conversation/sessionState.ts';
import type { Message, Question, Reply, ReplyEnding } from '../../../../src/chat/messages/message.ts';
import { historyAt } from '../../../../src/chat/messages/serviceHistories.ts';
import type { TranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import { createSessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import { UndoableDeletions } from '../../../../src/chat/sessions/undoableDeletions.ts';
import type { WriteOptions } from '../../../../src/common/fileStore.ts';
import type { Cost } from '../../../../src/meter/cost.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { published } from '../../meter/published.ts';
import { shown } from '../openChat.ts';
import { exchangeRecords } from './exchangeRecords.ts';

describe('SessionState', () => {
  const cleanUp = cleanUpAfterEach();

  /** Opens the session `s` with the given records. While `isFull` is true, the session's file cannot be written. */
  const open = async (records: readonly TranscriptRecord[]) => {
    const store = createSessionStore(createNodeFileStore(await temporaryFolder(cleanUp)), Date.now);
    await store.append('s', records);
    const opened = {
      isFull: false,
      /** Called when records are in the file, but not yet known to be on disk. */
      onWritten: async () => {},
      events: [] as ChatSessionEvent[],
      appended: [] as (readonly [types: string, options: WriteOptions | undefined])[],
      purges: [] as (readonly string[])[],
      errors: [] as unknown[],
    };
    const refuse = () => {
      if (opened.isFull) throw new Error('Full.');
    };
    const deletions = new UndoableDeletions();
    const dependencies: SessionStateDependencies = {
      append: async (added, options) => {
        refuse();
        opened.appended.push([added.map(({ type }) => type).join(), options]);
        await store.append('s', added, options);
        await opened.onWritten();
      },
      purgeDeleted: async (undoable) => {
        refuse();
        opened.purges.push(undoable);
        await store.purgeDeleted('s', undoable);
      },
      notify: (event) => opened.events.push(event),
      reportSaveError: (error) => opened.errors.push(error),
    };
    const load = async () => store.load('s');
    const reopen = async () => new SessionState('s', await load(), deletions, dependencies);
    return Object.assign(opened, {
      state: await reopen(),
      load,
      reopen,
      undoable: deletions,
      purgeInOtherWindow: async () => store.purgeDeleted('s', []),
    });
  };
  const twoTurns = [...exchangeRecords('One', 1), ...exchangeRecords('Two', 2)];
  /** A file that has lost its first question begins with a reply. */
  const withoutQuestion = twoTurns.slice(1);
  const question: Question = { kind: 'question', id: 'q9', at: 9, text: 'New', attachments: [], content: 'New' };
  const origin = 'https://example.com';
  const reply: Reply = {
    kind: 'reply',
    id: 'r9',
    questionId: 'q9',
    at: 9,
    mode: 'messages',
    origin,
    text: '',
    reasoning: '',
    state: 'pending',
  };
  const cost: Cost = { low: 1, high: 2, isReported: true, inputTokens: 3, cachedInputTokens: 0, outputTokens: 4 };
  const ending: ReplyEnding = { end: 'stopped', charged: 'yes' };
  const metered = { cost, history: { least: 5, most: 6 }, prices: published, isCorrected: false };

  it('adds messages after they are flushed to disk, and adds nothing if they cannot be saved', async () => {
    const opened = await open(twoTurns);
    const { state, events, appended } = opened;
    const before = state.messages;
    await state.delete(['q1', 'r1']);
    events.length = 0;
    opened.isFull = true;
    await assert.rejects(state.add([question], reply));
    assert.deepEqual([state.messages, state.deletions, events], [before.slice(2), [['q1', 'r1']], []]);
    opened.isFull = false;
    await state.add([question], reply);
    assert.deepEqual(state.messages, [...before.slice(2), question, reply]);
    assert.deepEqual(state.deletions, []);
    assert.deepEqual(events, [{ type: 'messagesAdded', messages: [question, reply] }]);
    assert.deepEqual(appended.at(-1), ['question,reply', { flush: true, ifRefused: 'ask' }]);
    assert.deepEqual(shown((await opened.load()).messages), [...shown(before.slice(2)), 'You: New', 'streaming: ']);
    assert.deepEqual((await opened.load()).messages.at(-1), { ...reply, state: 'streaming' });
  });

  it('changes only the reply with the given id, even if this reply is the first message', async () => {
    for (const id of ['r1', 'r2']) {
      const { state, events } = await open(withoutQuestion);
      const before = state.messages;
      const expected = (changes: Partial<Reply>) =>
        before.map((message) => (message.id === id ? ({ ...message, ...changes } as Message) : message));
      const { text } = state.reply(id)!;
      state.addText(id, 'text', '!');
      state.addText(id, 'reasoning', 'Hm');
      state.setCostSoFar(id, cost);
      assert.deepEqual(state.messages, expected({ text: `${text}!`, reasoning: 'Hm', costSoFar: cost }));
      await state.endReply(state.reply(id)!, ending);
      await state.bookReply(id, metered);
      const { history, ...booked } = metered;
      const ended = { text: `${text}!`, reasoning: 'Hm', state: 'stopped', ending, progress: undefined } as const;
      assert.deepEqual(state.messages, expected({ ...ended, ...booked }));
      assert.deepEqual(state.historyAt(origin), history);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['textAppended', 'textAppended', 'costSoFarChanged', 'replyChanged', 'replyChanged'],
      );
      assert.deepEqual(events.at(-1), { type: 'replyChanged', reply: state.reply(id) });
    }
  });

  it('changes no message for an unknown reply, but reports the text and the cost, and books the history', async () => {
    const { state, events, appended } = await open(twoTurns);
    const before = state.messages;
    state.addText('unknown', 'text', 'Text');
    state.setCostSoFar('unknown', cost);
    state.changeReply({ ...reply, id: 'unknown' });
    await state.bookReply('unknown', metered);
    assert.deepEqual([state.messages, state.historyAt(origin)], [before, metered.history]);
    assert.deepEqual(events, [
      { type: 'textAppended', replyId: 'unknown', part: 'text', text: 'Text' },
      { type: 'costSoFarChanged', replyId: 'unknown', cost },
      { type: 'replyChanged', reply: { ...reply, id: 'unknown' } },
    ]);
    assert.deepEqual(appended, [['booked', { ifRefused: 'keep' }]]);
    assert.equal(state.reply('q1'), undefined);
  });

  it('saves the text, the end and the cost of a reply, flushes the end, and saves the cost after the end', async () => {
    const opened = await open(twoTurns);
    const { state, appended } = opened;
    const end = Promise.withResolvers<undefined>();
    await state.saveText('r2', 'text', '!', 'Reply to Two'.length);
    const booking = state.bookReply('r2', metered, end.promise);
    assert.deepEqual(state.reply('r2')?.cost, cost);
    await state.endReply(state.reply('r2')!, ending);
    end.resolve(undefined);
    await booking;
    assert.deepEqual(appended, [
      ['text', { ifRefused: 'keep' }],
      ['end', { flush: true, ifRefused: 'keep' }],
      ['booked', { ifRefused: 'keep' }],
    ]);
    const { messages, histories } = await opened.load();
    const saved = messages.at(-1) as Reply;
    assert.deepEqual(
      [saved.text, saved.ending, saved.cost, historyAt(histories, origin)],
      ['Reply to Two!', ending, cost, metered.history],
    );
  });

  it('reports an error instead of rejecting if a text, an end or a cost cannot be saved', async () => {
    const opened = await open(twoTurns);
    opened.isFull = true;
    await opened.state.saveText('r2', 'text', '!', 12);
    await opened.state.endReply(opened.state.reply('r2')!, ending);
    await opened.state.bookReply('r2', metered);
    assert.equal(opened.errors.length, 3);
    assert.deepEqual(opened.state.reply('r2')?.cost, cost);
  });

  it('returns the request of a reply, with the messages before it and the defaults for missing fields', async () => {
    const { state } = await open([...twoTurns, ...exchangeRecords('Three', 3)]);
    const defaults = { mode: 'messages', origin: 'https://default.example' } as const;
    const { id, at, sessionId, origin, content, earlier } = state.requestOf(state.reply('r2')!, defaults);
    assert.deepEqual([id, at, sessionId, origin], ['r2', 2, 's', 'https://default.example']);
    assert.deepEqual([earlier, content], [['One', 'Reply to One'], 'Two']);
    const own = state.requestOf({ ...state.reply('r2')!, mode: 'session', origin: 'https://own.example' }, defaults);
    assert.deepEqual([own.origin, own.earlier, own.content], ['https://own.example', undefined, 'Two']);
    const { state: damaged } = await open(withoutQuestion);
    assert.equal(damaged.requestOf(damaged.reply('r1')!, defaults).content, '');
    assert.equal(damaged.questionOf(damaged.reply('r1')!), undefined);
  });

  describe('with a deletion', () => {
    const ids = (messages: readonly Message[]) => messages.map(({ id }) => id).join(' ');

    it('hides the deleted messages, and shows them again if the deletion is undone', async () => {
      const opened = await open(twoTurns);
      const { state, events, appended } = opened;
      const before = state.messages;
      await state.delete(['q1', 'r1']);
      assert.deepEqual([state.messages, state.messagesWithUndo, state.allMessages].map(ids), [
        'q2 r2',
        'q1 r1 q2 r2',
        'q1 r1 q2 r2',
      ]);
      assert.deepEqual(state.deletions, [['q1', 'r1']]);
      await state.restoreDeleted('r1');
      assert.deepEqual(
        state.messages,
        before.map((each) => (each.at === 1 ? { ...each, isDeleted: false } : each)),
      );
      assert.deepEqual(state.deletions, []);
      await state.restoreDeleted('r1');
      assert.deepEqual(events, [
        { type: 'exchangeDeleted', ids: ['q1', 'r1'] },
        { type: 'exchangeRestored', ids: ['q1', 'r1'] },
      ]);
      assert.deepEqual(appended, [
        ['deleted', { flush: true }],
        ['restored', { flush: true }],
      ]);
      assert.equal(ids((await opened.load()).messages), 'q1 r1 q2 r2');
    });

    it('restores each of several deletions, in any order', async () => {
      const { state } = await open(twoTurns);
      await state.delete(['q1', 'r1']);
      await state.delete(['r2']);
      assert.equal(ids(state.messagesWithUndo), 'q1 r1 q2 r2');
      await state.restoreDeleted('q1');
      assert.deepEqual([ids(state.messages), state.deletions], ['q1 r1 q2', [['r2']]]);
      await state.restoreDeleted('r2');
      assert.deepEqual([ids(state.messages), state.deletions], ['q1 r1 q2 r2', []]);
    });

    it('is one deletion if the messages are deleted twice at once, and is undone once', async () => {
      const { state, events } = await open(twoTurns);
      await Promise.all([state.delete(['q1', 'r1']), state.delete(['q1', 'r1'])]);
      assert.deepEqual(state.deletions, [['q1', 'r1']]);
      await Promise.all([state.restoreDeleted('q1'), state.restoreDeleted('r1')]);
      assert.deepEqual([ids(state.messages), state.deletions], ['q1 r1 q2 r2', []]);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['exchangeDeleted', 'exchangeRestored'],
      );
    });

    it('can be undone if its messages are deleted again while they are restored', async () => {
      const { state } = await open(twoTurns);
      await state.delete(['q1', 'r1']);
      await Promise.all([state.restoreDeleted('q1'), state.delete(['q1', 'r1']), state.restoreDeleted('q1')]);
      assert.deepEqual([ids(state.messages), state.deletions], ['q1 r1 q2 r2', []]);
    });

    it('can be undone after the session was closed and opened again, unless the content was removed meanwhile', async () => {
      const opened = await open(twoTurns);
      await opened.state.delete(['q1', 'r1']);
      await opened.state.purgeDeleted();
      const again = await opened.reopen();
      assert.deepEqual(again.deletions, [['q1', 'r1']]);
      await again.restoreDeleted('q1');
      assert.equal(ids(again.messages), 'q1 r1 q2 r2');
      await again.delete(['q1', 'r1']);
      await opened.purgeInOtherWindow();
      assert.deepEqual((await opened.reopen()).deletions, []);
    });

    it('can be undone if the session is opened again, and purged, before the deletion is on disk', async () => {
      const opened = await open(twoTurns);
      const [written, flushed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      opened.onWritten = async () => {
        written.resolve(undefined);
        await flushed.promise;
      };
      const deleting = opened.state.delete(['q1', 'r1']);
      await written.promise;
      assert.deepEqual([ids(opened.state.messages), opened.state.deletions], ['q1 r1 q2 r2', []]);
      const again = await opened.reopen();
      await again.purgeDeleted();
      assert.deepEqual([again.deletions, opened.purges], [[['q1', 'r1']], []]);
      flushed.resolve(undefined);
      await deleting;
      await again.restoreDeleted('q1');
      assert.deepEqual([ids(again.messages), again.deletions], ['q1 r1 q2 r2', []]);
    });

    it('keeps a deletion that is saved while an earlier message is added, and ends the undo of those before', async () => {
      const opened = await open([...twoTurns, ...exchangeRecords('Three', 3)]);
      const { state, undoable } = opened;
      await state.delete(['q1', 'r1']);
      const registered: unknown[] = [];
      opened.onWritten = async () => {
        registered.push(undoable.of('s'));
        return Promise.resolve();
      };
      await Promise.all([state.add([question], reply), state.delete(['q2', 'r2'])]);
      assert.deepEqual([registered.at(-1), state.deletions], [[['q2', 'r2']], [['q2', 'r2']]]);
    });

    it('changes nothing if the deletion or its undo cannot be saved', async () => {
      const opened = await open(twoTurns);
      const { state } = opened;
      opened.isFull = true;
      await assert.rejects(state.delete(['q1', 'r1']));
      assert.deepEqual([ids(state.messages), opened.undoable.sessionIds], ['q1 r1 q2 r2', []]);
      opened.isFull = false;
      await state.delete(['q1', 'r1']);
      opened.isFull = true;
      await assert.rejects(state.restoreDeleted('q1'));
      assert.deepEqual([ids(state.messages), state.deletions], ['q2 r2', [['q1', 'r1']]]);
      assert.equal(opened.events.length, 1);
    });

    it('`purgeDeleted` removes the content of deleted messages only after a message was added', async () => {
      const opened = await open(twoTurns);
      const { state, purges } = opened;
      await state.purgeDeleted();
      await state.delete(['q1', 'r1']);
      await state.purgeDeleted();
      await state.delete(['q2']);
      await state.purgeDeleted();
      assert.deepEqual(purges, []);
      await state.add([question], reply);
      opened.isFull = true;
      await state.purgeDeleted();
      assert.equal(shown(state.allMessages)[2], 'You: Two');
      opened.isFull = false;
      await state.purgeDeleted();
      await state.purgeDeleted();
      assert.deepEqual(purges, [[]]);
      assert.deepEqual(shown(state.allMessages).slice(0, 4), [
        'You: ',
        'complete: …',
        'You: ',
        'complete: Reply to Two',
      ]);
      assert.deepEqual(shown((await opened.load()).allMessages).slice(0, 4), shown(state.allMessages).slice(0, 4));
    });
  });
});
