import assert from 'node:assert/strict';
import { createHeldNotice } from '../../../../src/vscode/notices/heldNotice.ts';
import { createPanelNotices } from '../../../../src/vscode/notices/panelNotices.ts';
import { createSpendQuestions } from '../../../../src/vscode/spend/spendQuestions.ts';
import type { HeldReason } from '../../../../src/meter/spendGuard.ts';
import { queued } from '../../chat/draft/draftSamples.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { inRussian } from '../inRussian.ts';

describe('the notice about a queued message that costs too much', () => {
  const cleanUp = cleanUpAfterEach();

  const open = (reason: HeldReason) => {
    const notices = createPanelNotices(assert.ifError);
    notices.connect(() => true);
    const limits = { daily: 0, session: 0, confirmAbove: 100_000_000 };
    const settings = {
      limits: { ...limits, unknownPrices: [] as 'output'[] },
      prices: { input: 1, cachedInput: 1, output: 1 },
    };
    const held = createHeldNotice(notices, () => settings);
    const message = queued('1');
    const draft = { queue: [message] };
    held.connect(draft);
    const questions = createSpendQuestions(
      () => assert.fail(),
      () => settings.limits.confirmAbove,
      async () => Promise.resolve(),
      undefined,
      held.tell,
    );
    questions.tellHeld(reason, message.text);
    const views = () => notices.views().map(({ sentence, action, isWarning }) => [sentence, action, isWarning]);
    return { notices, settings, draft, message, views };
  };

  const costsMore =
    'This message costs more than the $0.10 above which Tally asks. The queued message “Text of 1” wasn’t sent.';

  it('says why the message was not sent, until the message leaves the queue', () => {
    const { notices, draft, views } = open({ kind: 'confirm' });
    assert.deepEqual(views(), [[costsMore, 'Change Limit', true]]);
    notices.handleChatEvent({ type: 'queueChanged' });
    assert.equal(views().length, 1);
    draft.queue = [];
    notices.handleChatEvent({ type: 'queueChanged' });
    assert.deepEqual(views(), []);
  });

  it('takes the place of the notice about the same limit until the limit is changed', () => {
    const { notices, settings, views } = open({
      kind: 'blocked',
      reached: { limit: 'daily', atMost: 100, spent: 200 } as never,
    });
    const notice = (limit: string) => ({ id: `limit.${limit}`, sentence: () => limit });
    notices.tell(notice('session'));
    notices.tell(notice('daily'));
    const shown = () => notices.views().map(({ id }) => id);
    assert.deepEqual(shown(), ['queueHeld', 'limit.session']);
    settings.limits.daily = 300;
    notices.refresh();
    assert.deepEqual(shown(), ['queueHeld', 'limit.session', 'limit.daily']);
    assert.equal(views().length, 3);
  });

  it('stays while the user changes the limit, and then says that the user can send the messages', async () => {
    const { notices, settings, draft, message, views } = open({ kind: 'confirm' });
    await notices.run('queueHeld');
    settings.limits.daily = 5;
    notices.refresh();
    assert.deepEqual(views(), [[costsMore, 'Change Limit', true]]);
    settings.limits.confirmAbove = 200_000_000;
    notices.refresh();
    assert.deepEqual(views(), [['The limit has changed. Send the message when you are ready.', undefined, false]]);
    draft.queue = [message, queued('2'), { ...queued('3'), sessionId: 'other' }];
    notices.refresh();
    assert.deepEqual(views(), [['The limit has changed. Send the 2 messages when you are ready.', undefined, false]]);
    settings.limits.confirmAbove = 100_000_000;
    notices.refresh();
    assert.deepEqual(views(), [[costsMore, 'Change Limit', true]]);
  });

  it('counts the messages in the plural form of the language', () => {
    const { notices, settings, draft, views } = open({ kind: 'confirm' });
    settings.limits.confirmAbove = 200_000_000;
    inRussian(cleanUp);
    const sentenceFor = (count: number) => {
      draft.queue = Array.from({ length: count }, (_, index) => queued(String(index + 1)));
      notices.refresh();
      return views()[0]?.[0];
    };
    assert.deepEqual([1, 3, 21].map(sentenceFor), [
      'The limit has changed. Send the message when you are ready.',
      'The limit has changed. Send the 3 messages when you are ready. [few]',
      'The limit has changed. Send the 21 message when you are ready.',
    ]);
  });

  it('says that the price has changed if the price was unknown', () => {
    const { notices, settings, views } = open({ kind: 'unknown', setting: 'prices.output' });
    assert.equal(views()[0]?.[1], 'Change Price');
    settings.prices.output += 1;
    notices.refresh();
    assert.deepEqual(views(), [['The price has changed. Send the message when you are ready.', undefined, false]]);
  });

  it('does not change if the reason is a price that was not shown', () => {
    const { notices, settings, views } = open({ kind: 'confirm', shownPrice: 0 });
    const before = views();
    settings.limits.confirmAbove = 1;
    notices.refresh();
    assert.deepEqual(views(), before);
  });
});
