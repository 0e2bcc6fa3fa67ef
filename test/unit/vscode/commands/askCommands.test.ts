import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askChat, explainSelection } from '../../../../src/vscode/commands/askCommands.ts';
import { runPrompt } from '../../../../src/vscode/commands/runPrompt.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';

/** An editor in which the code `abc` is selected. */
const editor = {
  document: { languageId: '', uri: { path: '/a.txt' }, getText: () => 'abc' },
  selections: [{ isEmpty: false, start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }],
};

describe('a command that shows no price says so when it sends:', () => {
  const cleanUp = cleanUpAfterEach();
  let options: unknown[] = [];
  beforeEach(() => (options = []));

  const record = async (...args: readonly unknown[]) => Promise.resolve(options.push(args.at(-1)) > 0);
  const reply = { kind: 'reply', id: 'reply', questionId: 'question' };
  const chat = { session: { messages: [reply], isRunning: false }, ask: record, retry: record };
  const dependencies = {
    chat,
    targetEditor: { withSelection: () => editor },
    secretQuestions: { confirmAttachments: async (attachments: unknown) => Promise.resolve(attachments) },
    isReady: async () => Promise.resolve(true),
    revealChat: async () => Promise.resolve(),
  } as never;

  it('Explain Selection', async () => {
    await explainSelection(dependencies);
    assert.deepEqual(options, [{ shownPrice: 0 }]);
  });

  it('Run Prompt…', async () => {
    const { window } = vscode;
    const original = { ...window };
    cleanUp(() => Object.assign(window, original));
    // The first item is not sent if it is picked at once.
    Object.assign(window, { showQuickPick: async (items: readonly unknown[]) => Promise.resolve(items[1]) });
    await runPrompt([], dependencies);
    assert.deepEqual(options, [{ shownPrice: 0 }]);
  });
});

describe('askChat', () => {
  it('adds the question to the draft if another session is shown before the chat is ready', async () => {
    const texts: string[] = [];
    const chat = {
      session: { id: 'old' },
      ask: neverCalled,
      draft: { addText: (text: string) => texts.push(text), addAttachments: () => undefined },
    };
    const isReady = async () => {
      chat.session = { id: 'new' };
      return Promise.resolve(true);
    };
    const nothing = async () => Promise.resolve();
    const dependencies = { chat, isReady, revealChat: nothing, focusMessage: nothing, reportError: assert.ifError };
    await askChat('Why?', [], dependencies as never, {});
    assert.deepEqual(texts, ['Why?']);
  });
});
