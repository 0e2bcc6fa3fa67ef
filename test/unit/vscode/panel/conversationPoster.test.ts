import { strict as assert } from 'node:assert';
import type { ConversationMode, Message } from '../../../../src/chat/messages/message.ts';
import type { ToWebviewMessage } from '../../../../src/common/protocol/protocol.ts';
import { ConversationPoster } from '../../../../src/vscode/panel/conversationPoster.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

describe('ConversationPoster', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('posts the text of continuations that another window adds together with other messages', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
    });
    standIn.script({ reply: 'The first' });
    await chat.submitDraft('One');
    const first = chat.session.messages[1]!;
    const posts: ToWebviewMessage[] = [];
    const poster = new ConversationPoster(
      chat,
      () => 'session',
      (message) => posts.push(message),
    );
    poster.load();
    standIn.script({ reply: ' reply.' });
    await chat.continue(first.id, 'Continue');
    standIn.script({ reply: 'Another' });
    await chat.submitDraft('Two');
    const second = chat.session.messages.at(-1)!;
    standIn.script({ reply: ' reply.' });
    await chat.continue(second.id, 'Continue');
    poster.handle({ type: 'messagesAdded', messages: chat.session.messages.slice(2) });
    poster.dispose();
    const added = posts.flatMap((post) =>
      post.type === 'didAddMessages' ? post.messages.map(({ text }) => text) : [],
    );
    assert.deepEqual(added, ['Two', 'Another']);
    const appended = posts.flatMap((post) => (post.type === 'didAppendText' ? [[post.responseId, post.text]] : []));
    assert.deepEqual(appended, [
      [first.id, ' reply.'],
      [second.id, ' reply.'],
    ]);
  });

  /** Opens a chat whose exchanges can be deleted. `remove` deletes the last one and returns the panel's sentence. */
  async function openForDeletion() {
    const standIn = await standInService(cleanUp);
    let mode: ConversationMode = 'session';
    const posts: ToWebviewMessage[] = [];
    const { chat, events, lastReply } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
    });
    const poster = new ConversationPoster(
      chat,
      () => mode,
      (message) => posts.push(message),
    );
    cleanUp(() => poster.dispose());
    const remove = async () => {
      poster.load();
      await chat.session.deleteExchange(lastReply().id);
      poster.handle(events.findLast((each) => each.type === 'exchangeDeleted')!);
      return posts.flatMap((each) => (each.type === 'didDeleteExchange' ? [each.sentence] : [])).at(-1);
    };
    /** Returns the sentences of all deletions in this mode. */
    const sentencesIn = (other: ConversationMode) => {
      mode = other;
      return poster.load().deleted?.map(({ sentence }) => sentence);
    };
    return { standIn, chat, lastReply, remove, sentencesIn };
  }

  it('says how many replies were deleted with a message, and counts a continued reply once', async () => {
    const { standIn, chat, lastReply, remove, sentencesIn } = await openForDeletion();
    standIn.script({ reply: 'The first' });
    await chat.submitDraft('One');
    standIn.script({ reply: ' reply.' });
    await chat.continue(lastReply().id, 'Continue');
    assert.equal(await remove(), 'Exchange deleted. The service still remembers the exchange in this session.');
    standIn.script({ reply: 'The first answer.' });
    await chat.submitDraft('Two');
    standIn.script({ reply: 'The second' });
    await chat.retry(lastReply().id);
    standIn.script({ reply: ' answer.' });
    await chat.continue(lastReply().id, 'Continue');
    assert.equal(await remove(), 'Message and 2 replies deleted. The service still remembers them in this session.');
    assert.deepEqual(sentencesIn('messages'), ['Message and 2 replies deleted. They’re no longer sent.']);
  });

  it('counts no failed attempt as a deleted reply, and says that the service remembers only what it received', async () => {
    const { standIn, chat, lastReply, remove, sentencesIn } = await openForDeletion();
    const refusal = { fault: { kind: 'status', status: 401 } } as const;
    const failure = { fault: { kind: 'status', status: 500 } } as const;
    standIn.script(refusal);
    await chat.submitDraft('Refused, failed, and then answered');
    standIn.script(failure);
    await chat.retry(lastReply().id);
    standIn.script({ reply: 'The answer.' });
    await chat.retry(lastReply().id);
    assert.equal(await remove(), 'Exchange deleted. The service still remembers the exchange in this session.');
    standIn.script(refusal);
    await chat.submitDraft('Failed');
    standIn.script(failure);
    await chat.retry(lastReply().id);
    assert.equal(await remove(), 'Message deleted. The service may remember it in this session.');
    assert.deepEqual(sentencesIn('messages'), ['Message deleted. It’s no longer sent.']);
    sentencesIn('session');
    standIn.script(refusal);
    await chat.submitDraft('Refused');
    standIn.script(refusal);
    await chat.retry(lastReply().id);
    assert.equal(await remove(), 'Message deleted.');
  });

  it('does not read the texts of deleted replies, which may be large', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, events, lastReply } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
    });
    standIn.script({ reply: 'The first' });
    await chat.submitDraft('One');
    standIn.script({ reply: ' reply.' });
    await chat.continue(lastReply().id, 'Continue');
    let reads = 0;
    const counting = (message: Message): Message =>
      Object.defineProperty({ ...message }, 'text', {
        get: () => {
          reads += 1;
          return message.text;
        },
      });
    const session = new Proxy(chat.session, {
      get: (target, name): unknown =>
        name === 'messagesWithDeleted' ? target[name].map(counting) : Reflect.get(target, name),
    });
    const poster = new ConversationPoster(
      { session },
      () => 'session',
      () => undefined,
    );
    poster.load();
    await chat.session.deleteExchange(lastReply().id);
    assert.notEqual(reads, 0);
    reads = 0;
    poster.handle(events.findLast((each) => each.type === 'exchangeDeleted')!);
    poster.dispose();
    assert.equal(reads, 0);
  });

  it('loads the lines of all deletions that can be undone', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
    });
    for (const text of ['One', 'Two']) {
      standIn.script({ reply: 'Reply.' });
      await chat.submitDraft(text);
    }
    const ids = chat.session.messages.map(({ id }) => id);
    for (const id of [ids[2]!, ids[0]!]) await chat.session.deleteExchange(id);
    const poster = new ConversationPoster(
      chat,
      () => 'session',
      () => undefined,
    );
    const { messages, deleted = [] } = poster.load();
    poster.dispose();
    assert.deepEqual(
      [messages.map(({ id }) => id), deleted.map((each) => each.ids)],
      [ids, [ids.slice(2), ids.slice(0, 2)]],
    );
  });

  it('names the instructions with the edited message that sends them, and with the paid message after an uncharged one', async () => {
    const standIn = await standInService(cleanUp);
    const posts: ToWebviewMessage[] = [];
    const posted: { poster?: ConversationPoster } = {};
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      options: { instructions: 'Answer briefly.' },
      connection: () => connectionTo(standIn),
      onEvent: (event) => {
        if (event.type === 'sessionChanged') posted.poster?.load();
        if (event.type === 'messagesAdded') posted.poster?.handle(event);
      },
    });
    const poster = new ConversationPoster(
      chat,
      () => 'session',
      (message) => posts.push(message),
    );
    cleanUp(() => poster.dispose());
    poster.load();
    posted.poster = poster;
    /** Returns the labels of the attachments of the questions in the posts since the last call. */
    const added = () =>
      posts
        .splice(0)
        .flatMap((post) => (post.type === 'didAddMessages' ? post.messages : []))
        .flatMap((each) =>
          each.kind === 'question' ? [[each.text, ...each.attachments.map(({ label }) => label)]] : [],
        );
    standIn.script({ fault: { kind: 'status', status: 402 } });
    await chat.submitDraft('Refused');
    await chat.submitDraft('Paid');
    await chat.submitDraft('Next');
    assert.deepEqual(added(), [['Refused', 'Instructions'], ['Paid', 'Instructions'], ['Next']]);
    await chat.sendEdited(chat.session.messages.findLast(({ kind }) => kind === 'question')!.id, 'Edited');
    assert.deepEqual(added(), [['Edited', 'Instructions']]);
    await chat.retry(chat.session.messages.at(-1)!.id);
    assert.deepEqual(added(), []);
  });
});
