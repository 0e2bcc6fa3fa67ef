import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { noCost } from '../../../../src/meter/cost.ts';
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

  it('says whether a limit is reached, or could be exceeded by the message', async () => {
    const questions = createSpendQuestions(
      () => assert.fail(),
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
