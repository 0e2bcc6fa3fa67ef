import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { noCost } from '../../../../src/meter/cost.ts';
import type { HeldReason } from '../../../../src/meter/spendGuard.ts';
import { createSpendQuestions, limitSentence } from '../../../../src/vscode/spend/spendQuestions.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('createSpendQuestions', () => {
  const cleanUp = cleanUpAfterEach();
  let asked: readonly unknown[] = [];
  let answer: string | undefined;
  let answers = 0;

  beforeEach(() => {
    answers = 0;
    const { showWarningMessage } = vscode.window;
    const record = async (...shown: readonly unknown[]) => {
      asked = shown;
      return Promise.resolve(answer);
    };
    Object.assign(vscode.window, { showWarningMessage: record });
    cleanUp(() => Object.assign(vscode.window, { showWarningMessage }));
  });

  const ask = async () =>
    createSpendQuestions(
      () => assert.fail(),
      () => 100_000_000,
      async () => Promise.resolve(void (answers += 1)),
    ).sendWithUnknown('budget.daily');

  it('names the unreadable setting first, before it asks about a message that could exceed a limit', async () => {
    answer = undefined;
    assert.equal(await ask(), false);
    const [message, options] = asked as [string, vscode.MessageOptions];
    assert.match(message, /^The setting tally\.budget\.daily isn’t used, because its value isn’t a number/);
    assert.equal(options.detail, 'This message could exceed your limit. Nothing was sent.');
  });

  it('reports a question that was closed or agreed to, but not one whose answer opens the settings', async () => {
    answer = undefined;
    assert.equal(await ask(), false);
    assert.equal(answers, 1);
    answer = 'Send Anyway Once';
    assert.equal(await ask(), true);
    assert.equal(answers, 2);
    answer = 'Change Limit';
    assert.equal(await ask(), false);
    assert.equal(answers, 2);
  });

  it('names the amount of the user, or offers no limit to change if the user has set none', async () => {
    const questions = createSpendQuestions(
      () => assert.fail(),
      () => 100_000_000,
      async () => Promise.resolve(void (answers += 1)),
    );
    const cost = { ...noCost, low: 100_000_000, high: 130_000_000, isReported: false };
    const ask = async (shownPrice?: number) => {
      const isConfirmed = await questions.confirm(cost, shownPrice);
      const [question, { detail }, ...buttons] = asked as [string, vscode.MessageOptions, ...string[]];
      assert.equal(detail, 'This message costs ≈$0.1000–0.1300, plus its reply.');
      return [question, buttons, isConfirmed];
    };
    answer = undefined;
    assert.deepEqual(await ask(), [
      'Send this message? It costs more than the $0.10 above which Tally asks.',
      ['Change Limit', 'Send'],
      false,
    ]);
    assert.deepEqual(await ask(0), ['Send this message? No price was shown for it.', ['Don’t Send', 'Send'], false]);
    answer = 'Don’t Send';
    const dearer = 'Send this message? It costs more than the price that was shown.';
    assert.deepEqual(await ask(5), [dearer, ['Don’t Send', 'Send'], false]);
    answer = 'Send';
    assert.deepEqual(await ask(5), [dearer, ['Don’t Send', 'Send'], true]);
    assert.equal(answers, 4);
  });

  it('names a queued message that was not sent, and says why', () => {
    const questions = createSpendQuestions(
      () => assert.fail(),
      () => 100_000_000,
      async () => Promise.resolve(),
    );
    const told = (reason: HeldReason, text = 'Go\non') => {
      questions.tellHeld(reason, text);
      return asked;
    };
    const held = 'The queued message “Go on” wasn’t sent.';
    const reached = { limit: 'session', spent: 9, atMost: 10 } as const;
    assert.deepEqual(told({ kind: 'blocked', reached }), [
      `This message could exceed your session limit. ${held}`,
      'Change Limit',
    ]);
    assert.deepEqual(told({ kind: 'blocked', reached: { ...reached, limit: 'daily', spent: 10 } }), [
      `Your daily limit is reached. ${held}`,
      'Change Limit',
    ]);
    assert.deepEqual(told({ kind: 'confirm' }), [
      `This message costs more than the $0.10 above which Tally asks. ${held}`,
      'Change Limit',
    ]);
    assert.deepEqual(told({ kind: 'confirm', shownPrice: 5 }), [
      `This message costs more than the price that was shown. ${held}`,
    ]);
    assert.deepEqual(told({ kind: 'confirm', shownPrice: 0 }, ''), [
      'No price was shown for this message. A queued message wasn’t sent.',
    ]);
    const [unknown] = told({ kind: 'unknown', setting: 'budget.daily' });
    assert.match(String(unknown), new RegExp(`^The setting tally\\.budget\\.daily isn’t used.* ${held}$`));
  });

  it('says whether a limit is reached, or could be exceeded by the message', async () => {
    const questions = createSpendQuestions(
      () => assert.fail(),
      () => 100_000_000,
      async () => Promise.resolve(),
    );
    const question = async (limit: 'daily' | 'session', spent: number) => {
      await questions.sendAnyway({ limit, atMost: 10, spent }, noCost);
      return asked[0];
    };
    assert.equal(await question('daily', 9), 'This message could exceed your daily limit.');
    assert.equal(await question('daily', 10), 'Your daily limit is reached.');
    assert.equal(await question('session', 9), 'This message could exceed your session limit.');
    assert.equal(await question('session', 11), 'Your session limit is reached.');
  });
});

describe('limitSentence', () => {
  it('rounds up the spend and does not round the limit, so that not more appears to be left than is', () => {
    const reached = { limit: 'daily', spent: 1_001_000_000, atMost: 1_005_000_000 } as const;
    assert.equal(limitSentence(reached, 'en'), 'You’ve spent up to $1.01 of your $1.005 daily limit.');
    const ofSession = { limit: 'session', spent: 4_000_000, atMost: 5_000_000 } as const;
    assert.equal(limitSentence(ofSession, 'en'), 'You’ve spent up to $0.0040 of your $0.005 session limit.');
  });
});
