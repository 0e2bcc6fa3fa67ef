import assert from 'node:assert/strict';
import type { DidChangeEditEstimate } from '../../../../src/common/protocol/estimateProtocol.ts';
import { createEditEstimator } from '../../../../src/vscode/panel/estimates/editEstimator.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

describe('createEditEstimator', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('posts the instructions that an edited message sends, also when they are switched off or on, or changed', async () => {
    const standIn = await standInService(cleanUp);
    const options = { instructions: 'Answer briefly.' };
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      options,
      connection: () => connectionTo(standIn),
    });
    await chat.submitDraft('First');
    let posted = Promise.withResolvers<DidChangeEditEstimate>();
    const estimator = createEditEstimator(chat, (estimate) => posted.resolve(estimate));
    cleanUp(() => estimator.dispose());
    const next = async (change: () => void) => {
      posted = Promise.withResolvers();
      change();
      const { text, instructions } = await posted.promise;
      return { text, code: instructions?.code };
    };
    const questionId = chat.session.messages[0]!.id;
    const alone = /^Sends this message to a new session: [<≈]\$[\d.–]+ \+ reply\.$/;
    const both = new RegExp(`${alone.source.slice(0, -1)} The price includes your instructions\\.$`);
    const first = await next(() => estimator.refresh({ questionId, text: 'Edited' }));
    assert.match(first.text, both);
    assert.equal(first.code, 'Answer briefly.');
    await chat.switchInstructions();
    const off = await next(() => estimator.refreshAll());
    assert.match(off.text, alone);
    assert.equal(off.code, undefined);
    await chat.switchInstructions();
    options.instructions = 'Answer at length.';
    const changed = await next(() => estimator.refreshAll());
    assert.match(changed.text, both);
    assert.equal(changed.code, 'Answer at length.');
  });
});
