import { strict as assert } from 'node:assert';
import type { WorkspaceChatEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import type { EstimateView } from '../../../../src/common/protocol/estimateProtocol.ts';
import { createMeter } from '../../../../src/meter/meter.ts';
import { createDraftEstimator } from '../../../../src/vscode/panel/estimates/draftEstimator.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { defaultRatios } from '../../meter/defaultRatios.ts';
import { published } from '../../meter/published.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

describe('createDraftEstimator', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('drops the estimates of the draft and the queue, also a running one, when another session is shown', async () => {
    const standIn = await standInService(cleanUp);
    let handleChatEvent: (event: WorkspaceChatEvent) => void = () => undefined;
    const { chat, ledger } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
      onEvent: (event) => handleChatEvent(event),
    });
    await chat.submitDraft('A long conversation makes the next message expensive. '.repeat(1_000));
    const meter = createMeter({
      ledger,
      counter: counter(),
      prices: () => published,
      ratios: defaultRatios,
      origin: () => '',
      reportSaveError: () => assert.fail('Unexpected call.'),
    });
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
});
