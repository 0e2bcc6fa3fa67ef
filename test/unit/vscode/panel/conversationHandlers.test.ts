import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createConversationHandlers } from '../../../../src/vscode/panel/conversationHandlers.ts';

/** The parts of the panel that a test needs. */
interface Parts {
  readonly chat?: object;
  readonly editEstimator?: object;
  readonly replies?: object;
  readonly takeFocus?: () => Promise<void>;
  readonly notices?: object;
}

/** Returns the handlers of a panel with these parts. A message is sent without questions. */
function handlersOf({ chat, editEstimator, replies, takeFocus, notices }: Parts) {
  const part = (given: unknown) => (given ?? {}) as never;
  const answerSend = async (send: () => Promise<unknown>) => send();
  return createConversationHandlers(
    part(chat),
    part(editEstimator),
    part(answerSend),
    part(undefined),
    part(undefined),
    part(replies),
    part(takeFocus),
    part(notices),
  );
}

describe('createConversationHandlers', () => {
  it('takes the focus if VS Code does not open a link, but not if another program shows the link', async () => {
    let taken = 0;
    const takeFocus = async () => Promise.resolve(void (taken += 1));
    const { openLink } = handlersOf({ takeFocus });
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
    const replies = { whole: () => ({ questionId: 'q' }) };
    const { runAction } = handlersOf({ chat: { session: { messages: [] } }, replies });
    await runAction({ type: 'runAction', requestId: '1', action: 'copyToNewSession', responseId: 'r' });
    assert.deepEqual(commands, ['tally.focusMessage']);
  });

  it('passes on the shown prices of sending again and continuing, 0 if none is shown', async () => {
    const options: unknown[] = [];
    const record = async (...args: readonly unknown[]) => Promise.resolve(options.push(args.at(-1)) > 0);
    const priced = { nextCosts: { resend: { high: 5 }, continue: { high: 7 } } };
    const replies = { whole: (id: string) => (id === 'priced' ? priced : {}) };
    const { runAction } = handlersOf({ chat: { retry: record, continue: record }, replies });
    for (const responseId of ['priced', 'other'])
      for (const action of ['retry', 'resend', 'continue'] as const)
        await runAction({ type: 'runAction', requestId: '1', action, responseId });
    assert.deepEqual(
      options,
      [5, 5, 7, 0, 0, 0].map((shownPrice) => ({ shownPrice })),
    );
  });

  it('stops the last shown reply on Escape, but not an earlier one, nor while the message box is emptied instead', async () => {
    let [stops, calls, outcome] = [0, 0, 'notEdited'];
    const putBackQueued = async () => {
      calls += 1;
      return Promise.resolve(outcome);
    };
    const chat = { stop: () => (stops += 1), putBackQueued };
    const handlers = handlersOf({ chat, replies: { last: () => ({ id: 'r2' }) }, notices: { views: () => [] } });
    const escape = async (responseId: string) => {
      await handlers.escape({ type: 'escape', responseId });
      return stops;
    };
    assert.deepEqual([await escape('r1'), await escape('r2')], [0, 1]);
    outcome = 'putBack';
    assert.equal(await escape('r2'), 1);
    assert.deepEqual([await escape(''), calls], [1, 4]);
  });
});
