import { strict as assert } from 'node:assert';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, shown } from '../openChat.ts';

describe('confirmText of WorkspaceChat', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let asked: string[];
  let agrees: boolean | Promise<boolean>;
  let onAsked: () => void;

  beforeEach(() => {
    asked = [];
    agrees = true;
    onAsked = () => undefined;
  });

  const open = async () => {
    const standIn = await standInService(cleanUp);
    const confirmText = async (text: string) => {
      asked.push(text);
      onAsked();
      return agrees;
    };
    const folder = await temporaryFolder(cleanUp);
    const opened = await openChat(cleanUp, { folder }, counter(), {
      connection: () => connectionTo(standIn),
      confirmText,
    });
    return { ...opened, standIn };
  };

  it('is called once by each of `submitDraft`, `ask` and `sendEdited`, and not by `retry` or `continue`', async () => {
    const { chat, standIn } = await open();
    await chat.submitDraft('First');
    await chat.ask('Second', []);
    await chat.retry(chat.session.messages.at(-1)!.id);
    await chat.continue(chat.session.messages.at(-1)!.id, 'Continue');
    await chat.sendEdited(chat.session.messages[0]!.id, 'Third');
    assert.deepEqual(asked, ['First', 'Second', 'Third']);
    assert.equal(standIn.requests.length, 5);
  });

  it('is called when a message is queued, and not when the queued message is sent', async () => {
    const { chat, standIn } = await open();
    standIn.script({ hold: 3 });
    const first = chat.submitDraft('First');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await chat.submitDraft('Second');
    assert.deepEqual(asked, ['First', 'Second']);
    exchange.release();
    await first;
    assert.deepEqual([asked.length, standIn.requests.length], [2, 2]);
  });

  it('WorkspaceChat queues nothing in another session that is shown before `confirmText` resolves', async () => {
    const { chat, standIn } = await open();
    standIn.script({ hold: 3 });
    const first = chat.submitDraft('First');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    const isAsked = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<boolean>();
    onAsked = () => isAsked.resolve(undefined);
    agrees = answer.promise;
    chat.draft.setText('Second');
    const second = chat.submitDraft('Second');
    await isAsked.promise;
    await chat.newSession();
    answer.resolve(true);
    assert.equal(await second, false);
    assert.deepEqual([chat.draft.text, chat.draft.queue], ['Second', []]);
    exchange.release();
    await first;
    assert.equal(standIn.requests.length, 1);
  });

  it('WorkspaceChat sends nothing and keeps the draft if `confirmText` resolves with false', async () => {
    const { chat, standIn } = await open();
    await chat.submitDraft('First');
    const before = shown(chat.session.messages);
    agrees = false;
    chat.draft.setText('Secret');
    for (const send of [
      async () => chat.submitDraft('Secret'),
      async () => chat.ask('Secret', []),
      async () => chat.sendEdited(chat.session.messages[0]!.id, 'Secret'),
    ]) {
      assert.equal(await send(), false);
    }
    assert.deepEqual([shown(chat.session.messages), chat.draft.text, chat.draft.queue], [before, 'Secret', []]);
    assert.equal(standIn.requests.length, 1);
  });
});
