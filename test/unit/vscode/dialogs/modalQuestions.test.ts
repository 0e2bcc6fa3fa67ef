import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { parseServiceAddress } from '../../../../src/api/serviceAddress.ts';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import type { Cost } from '../../../../src/meter/cost.ts';
import { checkConnection } from '../../../../src/vscode/connection/checkConnection.ts';
import { confirmService } from '../../../../src/vscode/connection/confirmService.ts';
import type { Setup } from '../../../../src/vscode/connection/connectionSource.ts';
import { createSecretQuestions } from '../../../../src/vscode/context/secretQuestions.ts';
import { createSpendQuestions } from '../../../../src/vscode/spend/spendQuestions.ts';
import { autoNetwork, testTransport } from '../../api/network/sendRequest.ts';
import { cleanUpAfterEach, standInService } from '../../cleanUp.ts';

const sourceFolder = path.join(import.meta.dirname, '../../../../src/vscode');
const secret = 'DB_PASSWORD=correct-horse7';
const cost: Cost = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 0, low: 1, high: 2, isReported: false };

describe('Enter in a modal question, which presses the first button', () => {
  const cleanUp = cleanUpAfterEach();
  /** The buttons of each question, in order. */
  let questions: (readonly string[])[] = [];

  beforeEach(() => {
    questions = [];
    const { window } = vscode;
    const original = { ...window };
    const pressFirst = async (_message: string, options: vscode.MessageOptions, ...buttons: readonly string[]) => {
      assert.equal(options.modal, true);
      questions.push(buttons);
      return Promise.resolve(buttons[0]);
    };
    const token = { onCancellationRequested: () => undefined };
    const withProgress = async (_options: unknown, task: (progress: unknown, token: unknown) => Promise<unknown>) =>
      task(undefined, token);
    Object.assign(window, { showWarningMessage: pressFirst, showInformationMessage: pressFirst, withProgress });
    cleanUp(() => Object.assign(window, original));
  });

  const setupAt = (baseUrl: string) => {
    const address = parseServiceAddress(baseUrl);
    assert.ok(typeof address === 'object');
    return {
      unconfirmed: { status: 'unconfirmed', address, keyOrigins: [] },
      ready: { status: 'ready', connection: { ...address, apiKey: 'key' } },
    } as const;
  };

  it('does not agree to the service of the environment', async () => {
    assert.equal(await confirmService(setupAt('https://example.com/v1').unconfirmed), false);
    assert.equal(questions.length, 1);
  });

  const check = async (setup: Setup) =>
    checkConnection({
      transport: testTransport(),
      network: () => autoNetwork,
      options: () => assert.fail('No message may be sent.'),
      meter: { estimate: async () => Promise.resolve(cost) },
      detachedRequests: { send: async () => Promise.reject(new Error('No message may be sent.')) } as never,
      setup: async () => Promise.resolve(setup),
      useService: async () => Promise.reject(new Error('The user has not agreed.')),
      answered: async () => Promise.resolve(),
    });

  it('does not agree to the service of the environment in Check Connection', async () => {
    await check(setupAt('https://example.com/v1').unconfirmed);
    assert.equal(questions.length, 1);
  });

  it('copies the report of Check Connection, and sends no test message', async () => {
    const service = await standInService(cleanUp);
    let copied = '';
    Object.assign(vscode.env, {
      clipboard: { writeText: async (text: string) => Promise.resolve(void (copied = text)) },
    });
    await check(setupAt(service.baseUrl).ready);
    assert.deepEqual(questions, [['Copy Report', 'Send Test Message']]);
    assert.match(copied, /chat\/completions/);
  });

  it('does not add or send secrets', async () => {
    const { confirmAttachments, confirmText } = createSecretQuestions(async () => Promise.resolve());
    const attachment: Attachment = { id: '1', path: '.env', startLine: 1, endLine: 1, languageId: '', code: secret };
    assert.deepEqual(await confirmAttachments([attachment]), []);
    assert.equal(await confirmText(secret), false);
    assert.equal(questions.length, 2);
  });

  it('is not pressed by the user’s typing, because questions about a message wait until the user pauses', async () => {
    const idle = Promise.withResolvers<undefined>();
    const [answered, untilIdle] = [async () => Promise.resolve(), async () => idle.promise];
    const { confirmAttachments, confirmText } = createSecretQuestions(answered, untilIdle);
    const ask = createSpendQuestions(
      () => assert.fail('This test warns about nothing.'),
      () => 1,
      answered,
      untilIdle,
    );
    const attachment: Attachment = { id: '1', path: '.env', startLine: 1, endLine: 1, languageId: '', code: secret };
    const answers = [
      confirmAttachments([attachment]),
      confirmText(secret),
      ask.confirm(cost),
      ask.confirm(cost, 0),
      ask.sendAnyway({ limit: 'daily', atMost: 1, spent: 2 }, cost),
    ];
    await new Promise(setImmediate);
    assert.equal(questions.length, 0);
    idle.resolve(undefined);
    await Promise.all(answers);
    assert.equal(questions.length, answers.length);
  });

  it('does not send a message over a limit', async () => {
    const warn = () => assert.fail('This test warns about nothing.');
    const ask = createSpendQuestions(
      warn,
      () => 1,
      async () => Promise.resolve(),
    );
    assert.equal(await ask.confirm(cost), false);
    assert.equal(await ask.confirm(cost, 0), false);
    assert.equal(await ask.sendAnyway({ limit: 'daily', atMost: 1, spent: 2 }, cost), false);
    assert.equal(await ask.sendWithUnknown('budget.daily'), false);
    assert.equal(questions.length, 4);
  });

  it('chooses the safe answer, because modal questions with buttons are asked only by askModal', () => {
    const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.split(path.sep).join('/'))
      .filter(
        (file) => file.endsWith('.ts') && /\bmodal: true\b/.test(readFileSync(path.join(sourceFolder, file), 'utf8')),
      );
    // The tests above check the buttons of Check Connection.
    assert.deepEqual(files.toSorted(), ['connection/checkConnection.ts', 'dialogs/askModal.ts']);
  });
});
