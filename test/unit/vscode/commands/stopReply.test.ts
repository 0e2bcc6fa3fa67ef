import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { stopReply } from '../../../../src/vscode/commands/stopReply.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('stopReply', () => {
  const cleanUp = cleanUpAfterEach();

  interface Replies {
    readonly isRunning?: boolean;
    /** True if a queued message is about to be sent automatically. */
    readonly isSending?: boolean;
    readonly background?: readonly { readonly id: string; readonly title: string; readonly isRunning: boolean }[];
    /** The label of the picked item. By default, the list is closed. */
    readonly picked?: string;
  }

  /** Runs the command. Resolves with the stopped sessions, the labels of the list, and the messages in the status bar. */
  const stopped = async ({ isRunning = false, isSending = false, background = [], picked }: Replies) => {
    const { window } = vscode;
    const original = { ...window };
    cleanUp(() => Object.assign(window, original));
    const [ids, labels, messages]: [string[], string[], string[]] = [[], [], []];
    const showQuickPick = async (items: readonly { readonly label: string }[]) => {
      labels.push(...items.map(({ label }) => label).filter((label) => label !== ''));
      return Promise.resolve(items.find(({ label }) => label === picked));
    };
    const setStatusBarMessage = (message: string) => messages.push(message);
    Object.assign(window, { showQuickPick, setStatusBarMessage });
    await stopReply({
      session: { id: 'shown', isRunning } as never,
      draft: { queue: isSending ? [{ id: 'queued' }] : [], isHeld: () => false } as never,
      background: background as never,
      stop: () => ids.push('shown'),
      stopBackground: (id) => ids.push(id),
    });
    return { ids, labels, messages };
  };

  const one = { id: 'one', title: 'Sort a list', isRunning: true };
  const two = { id: 'two', title: '', isRunning: true };

  it('stops the reply of the shown session, and no other', async () => {
    assert.deepEqual(await stopped({ isRunning: true, background: [one] }), {
      ids: ['shown'],
      labels: [],
      messages: [],
    });
  });

  it('stops the shown session between two of its automatic messages', async () => {
    assert.deepEqual((await stopped({ isSending: true, background: [one] })).ids, ['shown']);
  });

  it('stops the only running reply of another session if none runs in the shown session', async () => {
    const ended = { ...two, isRunning: false };
    assert.deepEqual(await stopped({ background: [ended, one] }), { ids: ['one'], labels: [], messages: [] });
  });

  it('asks which reply to stop if several run in other sessions, and the first item stops none', async () => {
    const background = [one, two];
    const { ids, labels } = await stopped({ background });
    assert.deepEqual(ids, []);
    assert.deepEqual(labels, ['Keep all replies running', 'Sort a list', 'Untitled', 'All replies']);
    assert.deepEqual((await stopped({ background, picked: 'Keep all replies running' })).ids, []);
    assert.deepEqual((await stopped({ background, picked: 'Untitled' })).ids, ['two']);
    assert.deepEqual((await stopped({ background, picked: 'All replies' })).ids, ['one', 'two']);
  });

  it('says in the status bar that no reply is running', async () => {
    assert.deepEqual(await stopped({}), { ids: [], labels: [], messages: ['No reply is running in this window.'] });
  });
});
