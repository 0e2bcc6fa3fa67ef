import { strict as assert } from 'node:assert';
import { joinContinuations } from '../../../../src/chat/messages/joinedReplies.ts';
import { sessionMarkdown } from '../../../../src/chat/sessions/sessionMarkdown.ts';
import { ShownReplies } from '../../../../src/vscode/panel/shownReplies.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';

const cut = 'Like this:\n\n```ts\nconst first = 1;\nconst sec';
const whole = 'Like this:\n\n```ts\nconst first = 1;\nconst second = 2;\n```\n\nDone.';

describe('A reply and its continuation', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /** Sends a question whose reply is cut, and continues the reply. */
  const continued = async (continuation = '```ts\nconst second = 2;\n```\n\nDone.') => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const workspace = { folder: await temporaryFolder(cleanUp) };
    const shown: { replies?: ShownReplies } = {};
    const texts: string[] = [];
    const opened = await openChat(cleanUp, workspace, counter(), {
      connection: () => connectionTo(standIn),
      onEvent: (event) => {
        if (event.type === 'textAppended') texts.push(shown.replies?.append(event)[2] ?? '');
        if (event.type === 'replyChanged') texts.push(shown.replies?.end(event.reply)?.[2] ?? '');
      },
    });
    const { chat } = opened;
    standIn.script({ reply: cut });
    await chat.submitDraft('Show me.');
    const first = chat.session.messages.at(-1)!;
    const replies = new ShownReplies(() => chat.session.messages);
    shown.replies = replies;
    replies.load(chat.session.messages);
    standIn.script({ reply: continuation });
    assert.equal(await chat.continue(first.id, 'Continue'), true);
    const reopen = async () => openChat(cleanUp, workspace, counter(), { connection: () => connectionTo(standIn) });
    return { ...opened, standIn, first, replies, texts, reopen };
  };

  it('are shown as one reply with one code block, whose text is the same while it streams and after a reload', async () => {
    const { chat, texts, first, reopen } = await continued();
    const [question, reply, ...others] = joinContinuations(chat.session.messages);
    assert.deepEqual([question?.text, reply?.id, reply?.text, others], ['Show me.', first.id, whole, []]);
    assert.equal(cut + texts.join(''), whole);
    const again = (await reopen()).chat.session.messages;
    assert.deepEqual(
      joinContinuations(again).map(({ text }) => text),
      ['Show me.', whole],
    );
  });

  it('show text once that was held back until the end, also after the session is shown again', async () => {
    const { chat, texts, first, replies } = await continued('cons');
    assert.equal(texts.join(''), 'cons');
    replies.load(chat.session.messages);
    await chat.session.priceReply(first.id);
    assert.equal(texts.join(''), 'cons');
  });

  it('have the sum of the costs, and their own records', async () => {
    const { chat, replies, first } = await continued();
    const costs = chat.session.messages.flatMap((each) => (each.kind === 'reply' ? [each.cost!] : []));
    assert.equal(costs.length, 2);
    assert.equal(replies.whole(first.id)?.cost?.high, costs[0]!.high + costs[1]!.high);
    assert.equal(replies.whole(chat.session.messages.at(-1)!.id)?.id, first.id);
  });

  it('have no end if the continuation has ended without text, until it was sent again', async () => {
    const { chat, first, replies, standIn } = await continued();
    standIn.script({ fault: { kind: 'reset' } });
    await chat.continue(first.id, 'Continue');
    assert.equal(replies.whole(first.id)?.isEndMissing, true);
    standIn.script({ reply: 'More.' });
    await chat.retry(first.id);
    assert.equal(replies.whole(first.id)?.isEndMissing, undefined);
    assert.match(replies.whole(first.id)!.text, /More\.$/);
  });

  it('are changed when their question is sent again, because they offer Resend no longer', async () => {
    const { chat, first, replies, standIn } = await continued();
    standIn.script({ fault: { kind: 'reset' } });
    await chat.submitDraft('Next.');
    const failed = replies.updateLast().at(-1)!;
    assert.equal(replies.places()(replies.whole(first.id)!), 'earlier');
    assert.equal(replies.places()(failed), 'last');
    standIn.script({ reply: 'Again.' });
    await chat.retry(failed.id);
    assert.deepEqual(
      replies.updateLast().map((each) => replies.places()(each)),
      ['resent', 'last'],
    );
  });

  it('read the messages once to find the places of all replies', async () => {
    const { chat } = await continued();
    let reads = 0;
    const replies = new ShownReplies(() => {
      reads += 1;
      return chat.session.messages;
    });
    replies.load(chat.session.messages);
    reads = 0;
    const placeOf = replies.places();
    for (const each of chat.session.messages) if (each.kind === 'reply') placeOf(each);
    assert.equal(reads, 1);
  });

  it('are exported as one reply, and deleted and restored together', async () => {
    const { chat, first } = await continued();
    const words = {
      you: 'You',
      reply: 'Reply',
      pastedText: '',
      instructions: '',
      remark: () => undefined,
      date: () => '',
    };
    assert.ok(sessionMarkdown('T', chat.session.messages, words).endsWith(`## Reply\n\n${whole}\n`));
    await chat.session.deleteExchange(first.id);
    assert.deepEqual(chat.session.messages, []);
    await chat.session.restoreDeleted(first.id);
    assert.equal(chat.session.messages.length, 4);
  });

  it('can be continued again, with the end of the whole text, but not after another message', async () => {
    const { chat, first, standIn, replies } = await continued();
    assert.equal(replies.last()?.id, first.id);
    await chat.continue(first.id, 'Continue');
    const [, , third] = standIn.requests;
    assert.ok(third!.body.includes(JSON.stringify('const second = 2;\n```\n\nDone.').slice(1, -1)));
    assert.equal(joinContinuations(chat.session.messages).length, 2);
    await chat.submitDraft('Next.');
    assert.deepEqual(
      replies.updateLast().map(({ id }) => id),
      [first.id, chat.session.messages.at(-1)!.id],
    );
    const count = chat.session.messages.length;
    await chat.continue(first.id, 'Continue');
    assert.equal(chat.session.messages.length, count);
  });
});
