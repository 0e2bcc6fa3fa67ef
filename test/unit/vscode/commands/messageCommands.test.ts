import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createMessageCommands } from '../../../../src/vscode/commands/messageCommands.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('Retry and Resend in the context menu of a reply', () => {
  const cleanUp = cleanUpAfterEach();
  const cost = { low: 400_000, high: 2_500_000, isReported: false };

  /** The price is counted only when it is requested. `pressed` is the index of the pressed button. */
  const retried = async (
    pressed: number | undefined,
    { isReadOnly = false, priceReply = async () => Promise.resolve() } = {},
    command: 'tally.retryReply' | 'tally.resendReply' = 'tally.retryReply',
  ) => {
    const { window } = vscode;
    const original = { ...window };
    cleanUp(() => Object.assign(window, original));
    const log: unknown[] = [];
    const showWarningMessage = async (question: string, _options: unknown, ...buttons: readonly string[]) => {
      log.push(question);
      return Promise.resolve(pressed === undefined ? undefined : buttons[pressed]);
    };
    Object.assign(window, { showWarningMessage });
    const first = { kind: 'reply', id: 'reply', questionId: 'question', text: 'Half' };
    const messages: object[] = [{ kind: 'question', id: 'question' }, first];
    const session = {
      messages,
      isRunning: false,
      priceReply: async (id: string) => {
        await priceReply();
        assert.equal(id, 'reply');
        messages[1] = { ...first, nextCosts: { resend: cost } };
      },
    };
    const retry = async (...args: readonly unknown[]) => Promise.resolve(log.push(args) > 0);
    const panel = { send: async (send: () => Promise<boolean>) => log.push(await send()) };
    const answered = async () => Promise.resolve(void log.push('answered'));
    const commands = createMessageCommands({ session, isReadOnly, retry } as never, { panel } as never, answered);
    await commands[command]({ messageId: 'reply' });
    return log;
  };

  const question = 'Send again? ≈$0.0004–0.0025 + reply';
  const sent = ['reply', { shownPrice: cost.high }];

  it('ask with the price before they send, and send only if the user agrees', async () => {
    for (const command of ['tally.retryReply', 'tally.resendReply'] as const)
      assert.deepEqual(await retried(1, {}, command), [question, 'answered', sent, true]);
  });

  it('send nothing, and explain nothing, if the user declines, also with a held Enter key', async () => {
    for (const pressed of [0, undefined]) assert.deepEqual(await retried(pressed), [question, 'answered', true]);
  });

  it('ask without a price, and send as if no price was shown, if the tokens cannot be counted', async () => {
    const priceReply = async () => Promise.reject(new Error('The counter has crashed.'));
    assert.deepEqual(await retried(1, { priceReply }), ['Send again?', 'answered', ['reply', { shownPrice: 0 }], true]);
  });

  it('do not ask if the session is read-only, because nothing can be sent', async () => {
    assert.deepEqual(await retried(1, { isReadOnly: true }), [['reply', { shownPrice: 0 }], true]);
  });
});
