import { strict as assert } from 'node:assert';
import type { WorkspaceChat } from '../../../../src/chat/conversation/workspaceChat.ts';
import type { WorkspaceChatEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import { isKeptElsewhere } from '../../../../src/chat/messages/requestMessages.ts';
import type { EstimateView } from '../../../../src/common/protocol/estimateProtocol.ts';
import type { Ledger } from '../../../../src/meter/ledger/ledger.ts';
import { createMeter } from '../../../../src/meter/meter.ts';
import { createDraftEstimator } from '../../../../src/vscode/panel/estimates/draftEstimator.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { defaultRatios } from '../../meter/defaultRatios.ts';
import { published } from '../../meter/published.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

const noBalance = { left: (): number | undefined => undefined };

describe('createDraftEstimator', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  const meterOf = (ledger: Ledger) =>
    createMeter({
      ledger,
      counter: counter(),
      prices: () => published,
      ratios: defaultRatios,
      origin: () => '',
      reportSaveError: () => assert.fail('Unexpected call.'),
    });

  const estimatorOf = (
    chat: WorkspaceChat,
    ledger: Ledger,
    { balance = noBalance, isMoved = (): boolean => false } = {},
  ) => {
    const estimator = createDraftEstimator(chat, counter(), meterOf(ledger), () => '', balance, isMoved);
    cleanUp(() => estimator.dispose());
    return estimator;
  };

  it('drops the estimates of the draft and the queue, also a running one, when another session is shown', async () => {
    const standIn = await standInService(cleanUp);
    let handleChatEvent: (event: WorkspaceChatEvent) => void = () => undefined;
    const { chat, ledger } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
      onEvent: (event) => handleChatEvent(event),
    });
    await chat.submitDraft('A long conversation makes the next message expensive. '.repeat(1_000));
    const meter = meterOf(ledger);
    let [started, mayEnd] = [Promise.withResolvers<undefined>(), Promise.resolve<undefined>(undefined)];
    const estimator = createDraftEstimator(
      chat,
      counter(),
      {
        estimate: async (message) => {
          const end = mayEnd;
          started.resolve(undefined);
          await end;
          return meter.estimate(message);
        },
      },
      () => '',
      noBalance,
      () => false,
    );
    cleanUp(() => estimator.dispose());
    handleChatEvent = (event) => estimator.handleChatEvent(event);
    const shown: EstimateView[] = [];
    let changed = Promise.withResolvers<undefined>();
    estimator.onDidChangeEstimate((estimate) => {
      shown.push(estimate);
      changed.resolve(undefined);
    });

    chat.draft.setText('Typed');
    chat.draft.enqueue({ id: 'held', text: 'Queued', attachments: [] }, false);
    await changed.promise;
    const expensive = estimator.estimate;
    const { draft, queue } = estimator.shownPrices();
    assert.ok(draft > 0 && queue['held']! > 0);
    assert.ok(expensive.text !== '' && expensive.queue?.['held'] !== undefined);
    started = Promise.withResolvers();
    const running = Promise.withResolvers<undefined>();
    mayEnd = running.promise;
    chat.draft.setText('Typed, and a little more');
    await started.promise;
    mayEnd = Promise.resolve(undefined);
    await chat.newSession();
    assert.deepEqual(estimator.estimate, { text: '' });
    assert.deepEqual(estimator.shownPrices(), { draft: 0, queue: {} });
    changed = Promise.withResolvers();
    running.resolve(undefined);
    await changed.promise;
    assert.deepEqual(shown, [expensive, { text: '' }, estimator.estimate]);
    assert.notEqual(estimator.estimate.queue?.['held'], expensive.queue['held']);
  });

  it('counts a conversation that the next message quotes once, for all held messages and for later drafts', async () => {
    const [first, second] = [await standInService(cleanUp), await standInService(cleanUp)];
    let service = first;
    let handleChatEvent: (event: WorkspaceChatEvent) => void = () => undefined;
    const long = 'A long conversation makes the next message expensive. '.repeat(1_000);
    let counts = 0;
    const count = async (text: string) => {
      if (text.startsWith('This is our conversation so far')) counts += 1;
      return counter().count(text);
    };
    const { chat, ledger } = await openChat(
      cleanUp,
      { folder: await temporaryFolder(cleanUp) },
      { ...counter(), count },
      { connection: () => connectionTo(service), onEvent: (event) => handleChatEvent(event) },
    );
    await chat.submitDraft(long);
    service = second;
    const estimator = estimatorOf(chat, ledger, {
      isMoved: () => isKeptElsewhere(chat.session.messages, connectionTo(service).origin),
    });
    handleChatEvent = (event) => estimator.handleChatEvent(event);
    const typeAndWait = async (text: string) => {
      const changed = Promise.withResolvers<undefined>();
      const listening = estimator.onDidChangeEstimate(() => changed.resolve(undefined));
      chat.draft.setText(text);
      await changed.promise;
      listening.dispose();
    };
    const ids = Array.from({ length: 10 }, (_, index) => `held ${index}`);
    for (const id of ids) chat.draft.enqueue({ id, text: id, attachments: [], sessionId: chat.session.id }, false);
    await typeAndWait('Typed');
    const { draft, queue } = estimator.shownPrices();
    assert.ok(draft > 0);
    assert.match(
      estimator.estimate.text,
      /\nIncludes the conversation so far, because this service doesn’t have it\.$/,
    );
    assert.deepEqual(Object.keys(queue), ids);
    await typeAndWait('Typed, and many more words. '.repeat(20));
    assert.ok(estimator.shownPrices().draft > draft);
    assert.equal(counts, 1);
  });

  it('includes in each price only the messages that are sent before, and no held message', async () => {
    const standIn = await standInService(cleanUp);
    let handleChatEvent: (event: WorkspaceChatEvent) => void = () => undefined;
    const { chat, ledger } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
      onEvent: (event) => handleChatEvent(event),
    });
    const estimator = estimatorOf(chat, ledger);
    handleChatEvent = (event) => estimator.handleChatEvent(event);
    let changed = Promise.withResolvers<undefined>();
    estimator.onDidChangeEstimate(() => {
      changed.resolve(undefined);
      changed = Promise.withResolvers();
    });
    const pricesOf = async (...ids: readonly string[]) => {
      const shown = () => Object.keys(estimator.shownPrices().queue);
      while (estimator.shownPrices().draft === 0 || ids.join() !== shown().join()) await changed.promise;
      return estimator.shownPrices();
    };
    const long = 'Held messages do not make other messages expensive. '.repeat(2_000);
    const other = { id: 'other', text: long, attachments: [], sessionId: 'other' };
    const held = { id: 'held', text: 'Held', attachments: [], sessionId: chat.session.id };
    standIn.script({ hold: 'before-headers' });
    const asked = chat.submitDraft('Asked');
    const exchange = await standIn.nextRequest();
    chat.draft.setText('Typed');
    chat.draft.enqueue(other, false);
    chat.draft.enqueue(held, false);
    const apart = await pricesOf('other', 'held');
    assert.ok(apart.queue['held']! < apart.queue['other']! / 2);
    assert.ok(apart.draft < apart.queue['other']! / 2);
    assert.ok((await chat.estimateAsk('Asked in an editor', [])).high < apart.queue['other']! / 2);
    chat.draft.enqueue({ ...held, id: 'automatic', text: long }, true);
    const after = await pricesOf('other', 'held', 'automatic');
    assert.ok(after.queue['held']! > apart.queue['held']! * 2);
    assert.ok(after.draft > apart.draft * 2);
    chat.draft.enqueue({ ...held, id: 'last', text: long }, true);
    await pricesOf('other', 'held', 'automatic', 'last');
    chat.draft.setText('');
    chat.draft.editQueued('automatic');
    // The edited message returns to its place, in front of the last one.
    const edited = await pricesOf('other', 'held', 'last');
    assert.ok(edited.draft < apart.queue['other']! * 1.5);
    chat.stop();
    exchange.release();
    await asked;
  });

  it('says that the price of the draft is more than the recorded balance', async () => {
    const { chat, ledger } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    let left: number | undefined = 10_000_000;
    const estimator = estimatorOf(chat, ledger, { balance: { left: () => left } });
    let changed = Promise.withResolvers<string>();
    estimator.onDidChangeEstimate(({ text }) => changed.resolve(text));
    const textAfter = async (change: () => void) => {
      changed = Promise.withResolvers();
      change();
      return changed.promise;
    };
    chat.draft.setText('An expensive message. '.repeat(5_000));
    const more = await textAfter(() => estimator.refresh());
    assert.match(more, / \+ reply\nThis is more than your recorded balance of \$0\.01(00)?\.$/);
    left = 0;
    assert.match(await textAfter(() => estimator.refreshBalance()), / \+ reply\nYour recorded balance is used up\.$/);
    left = 5_000_000_000;
    assert.match(await textAfter(() => estimator.refreshBalance()), / \+ reply$/);
  });
});
