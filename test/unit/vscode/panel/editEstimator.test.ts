import assert from 'node:assert/strict';
import { createEditEstimator } from '../../../../src/vscode/panel/estimates/editEstimator.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

describe('createEditEstimator', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('says whether the price of an edited message includes the instructions, also when they are switched off or on', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      options: { instructions: 'Answer briefly.' },
      connection: () => connectionTo(standIn),
    });
    await chat.submitDraft('First');
    let posted = Promise.withResolvers<string>();
    const estimator = createEditEstimator(chat, ({ text }) => posted.resolve(text));
    cleanUp(() => estimator.dispose());
    const next = async (change: () => void) => {
      posted = Promise.withResolvers();
      change();
      return posted.promise;
    };
    const questionId = chat.session.messages[0]!.id;
    const own = /^Sends this message to a new session: [<≈]\$[\d.–]+ \+ reply/;
    const both = new RegExp(`${own.source}\\. The price includes your instructions$`);
    assert.match(await next(() => estimator.refresh({ questionId, text: 'Edited' })), both);
    await chat.switchInstructions();
    assert.match(await next(() => estimator.refreshAll()), new RegExp(`${own.source}$`));
    await chat.switchInstructions();
    assert.match(await next(() => estimator.refreshAll()), both);
  });
});
