import assert from 'node:assert/strict';
import { createHeldNotice } from '../../../../src/vscode/notices/heldNotice.ts';
import { createPanelNotices } from '../../../../src/vscode/notices/panelNotices.ts';
import { createSpendQuestions } from '../../../../src/vscode/spend/spendQuestions.ts';
import { queued } from '../../chat/draft/draftSamples.ts';

describe('the notice about a queued message that costs too much', () => {
  it('says why the message was not sent, until the message leaves the queue', () => {
    const notices = createPanelNotices(assert.ifError);
    notices.connect(() => true);
    const held = createHeldNotice(notices);
    const message = queued('1');
    const draft = { queue: [message] };
    held.connect(draft);
    const questions = createSpendQuestions(
      () => assert.fail(),
      () => 100_000_000,
      async () => Promise.resolve(),
      undefined,
      held.tell,
    );
    questions.tellHeld({ kind: 'confirm' }, message.text);
    const views = () => notices.views().map(({ sentence, action }) => [sentence, action]);
    const sentence = `This message costs more than the $0.10 above which Tally asks. The queued message “${message.text}” wasn’t sent.`;
    assert.deepEqual(views(), [[sentence, 'Change Limit']]);
    notices.handleChatEvent({ type: 'queueChanged' });
    assert.equal(views().length, 1);
    draft.queue = [];
    notices.handleChatEvent({ type: 'queueChanged' });
    assert.deepEqual(views(), []);
  });
});
