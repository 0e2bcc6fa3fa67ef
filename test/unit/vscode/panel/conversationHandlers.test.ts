import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createConversationHandlers } from '../../../../src/vscode/panel/conversationHandlers.ts';

describe('createConversationHandlers', () => {
  it('takes the focus if VS Code does not open a link, but not if another program shows the link', async () => {
    let taken = 0;
    const unused = {} as never;
    const takeFocus = async () => Promise.resolve(void (taken += 1));
    const { openLink } = createConversationHandlers(unused, unused, unused, unused, unused, unused, takeFocus, unused);
    for (const isOpened of [true, false]) {
      Object.assign(vscode.env, { openExternal: async () => Promise.resolve(isOpened) });
      await openLink({ type: 'openLink', url: 'https://a.example/' });
      assert.equal(taken, isOpened ? 0 : 1);
    }
  });

  it('focuses the message box when a message is copied to a new session', async () => {
    const commands: string[] = [];
    const executeCommand = async (command: string) => Promise.resolve(void commands.push(command));
    Object.assign(vscode.commands, { executeCommand });
    const unused = {} as never;
    const chat = { session: { messages: [] } } as never;
    const replies = { whole: () => ({ questionId: 'q' }) } as never;
    const { runAction } = createConversationHandlers(chat, unused, unused, unused, unused, replies, unused, unused);
    await runAction({ type: 'runAction', requestId: '1', action: 'copyToNewSession', responseId: 'r' });
    assert.deepEqual(commands, ['tally.focusMessage']);
  });

  it('moves the focus to the message box at once when an edited message is sent, so that the next keys go there', async () => {
    const calls: string[] = [];
    const takeFocus = async () => Promise.resolve(void calls.push('takeFocus'));
    const chat = { sendEdited: async () => Promise.resolve(calls.push('sendEdited') > 0) } as never;
    const estimator = { shownPrice: () => 0 } as never;
    const answerSend = async (send: () => Promise<unknown>) => send();
    const unused = {} as never;
    const { sendEdited } = createConversationHandlers(
      chat,
      estimator,
      answerSend as never,
      unused,
      unused,
      unused,
      takeFocus,
      unused,
    );
    await sendEdited({ type: 'sendEdited', requestId: '1', questionId: 'q', text: 'Better' });
    assert.deepEqual(calls, ['takeFocus', 'sendEdited']);
  });

  it('passes on the shown prices of sending again and continuing, 0 if none is shown', async () => {
    const options: unknown[] = [];
    const record = async (...args: readonly unknown[]) => Promise.resolve(options.push(args.at(-1)) > 0);
    const chat = { retry: record, continue: record } as never;
    const answerSend = async (send: () => Promise<unknown>) => send();
    const priced = { nextCosts: { resend: { high: 5 }, continue: { high: 7 } } };
    const replies = { whole: (id: string) => (id === 'priced' ? priced : {}) } as never;
    const unused = {} as never;
    const { runAction } = createConversationHandlers(
      chat,
      unused,
      answerSend as never,
      unused,
      unused,
      replies,
      unused,
      unused,
    );
    for (const responseId of ['priced', 'other'])
      for (const action of ['retry', 'resend', 'continue'] as const)
        await runAction({ type: 'runAction', requestId: '1', action, responseId });
    assert.deepEqual(
      options,
      [5, 5, 7, 0, 0, 0].map((shownPrice) => ({ shownPrice })),
    );
  });

  it('stops the last shown reply on Escape, but not an earlier one, nor while the message box is emptied instead', async () => {
    let [stops, outcome] = [0, 'notEdited'];
    const chat = { stop: () => (stops += 1), putBackQueued: async () => Promise.resolve(outcome) } as never;
    const replies = { last: () => ({ id: 'r2' }) } as never;
    const notices = { views: () => [] } as never;
    const unused = {} as never;
    const handlers = createConversationHandlers(chat, unused, unused, unused, unused, replies, unused, notices);
    const escape = async (responseId: string) => {
      await handlers.escape({ type: 'escape', responseId });
      return stops;
    };
    assert.deepEqual([await escape('r1'), await escape('r2')], [0, 1]);
    outcome = 'putBack';
    assert.equal(await escape('r2'), 1);
  });
});
