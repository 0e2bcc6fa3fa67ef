import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { addSelection, askChat, explainSelection } from '../../../../src/vscode/commands/askCommands.ts';
import { createSecretQuestions } from '../../../../src/vscode/context/secretQuestions.ts';
import { createQuestionFocus, type QuestionFocus } from '../../../../src/vscode/dialogs/questionFocus.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

/** An editor in which the code `abc` is selected. */
const editor = {
  document: { languageId: '', uri: { path: '/a.txt' }, getText: () => 'abc' },
  selections: [{ isEmpty: false, start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }],
};

/** Dependencies of a command whose chat and setup need nothing. */
const nothing = async () => Promise.resolve();
const withoutPanel = {
  targetEditor: { withSelection: () => editor },
  questionFocus: { during: (_focus: unknown, run: () => unknown) => run() },
  isReady: async () => Promise.resolve(true),
  revealChat: nothing,
  focusMessage: nothing,
  returnFocus: nothing,
  reportError: assert.ifError,
};

describe('a command that shows no price says so when it sends:', () => {
  let options: unknown[] = [];
  beforeEach(() => (options = []));

  const record = async (...args: readonly unknown[]) => Promise.resolve(options.push(args.at(-1)) > 0);
  const chat = { session: { messages: [], isRunning: false }, ask: record };
  const dependencies = {
    ...withoutPanel,
    chat,
    secretQuestions: { confirmAttachments: async (attachments: unknown) => Promise.resolve(attachments) },
  } as never;

  it('Explain Selection', async () => {
    await explainSelection(dependencies);
    assert.deepEqual(options, [{ shownPrice: 0 }]);
  });
});

describe('addSelection', () => {
  it('moves no focus if the user declines to add code with secrets', async () => {
    const called: string[] = [];
    const run = async (isAdded: boolean) =>
      addSelection({
        ...withoutPanel,
        adder: { add: async () => Promise.resolve(isAdded) },
        focusMessage: async () => Promise.resolve(void called.push('focus')),
      } as never);
    await run(false);
    assert.deepEqual(called, []);
    await run(true);
    assert.deepEqual(called, ['focus']);
  });
});

describe('askChat', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('adds a message that is declined several times to the draft once', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
      confirmText: async () => Promise.resolve(false),
    });
    const dependencies = { ...withoutPanel, chat };
    const code = {
      path: 'a.ts',
      startLine: 1,
      endLine: 1,
      languageId: 'typescript',
      code: 'a();',
      uri: 'file:///a.ts',
    };
    for (const id of ['first', 'second'])
      await askChat('Explain this code.', [{ ...code, id }], dependencies as never, { shownPrice: 0 });
    assert.deepEqual([chat.draft.text, chat.draft.attachments], ['Explain this code.', [{ ...code, id: 'first' }]]);
  });

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
    await askChat('Why?', [], { ...withoutPanel, chat, isReady } as never, {});
    assert.deepEqual(texts, ['Why?']);
  });

  it('adds the question to the draft, and sends nothing, after the user has completed the setup', async () => {
    const done: string[] = [];
    const draft = { addText: (text: string) => done.push(text), addAttachments: () => undefined };
    const chat = { session: { id: 's' }, ask: neverCalled, draft };
    const focusMessage = async () => Promise.resolve(void done.push('focus'));
    const completeSetup = async () => Promise.resolve(void done.push('setup'));
    const isReady = async () => Promise.resolve(done.includes('setup'));
    await askChat('Why?', [], { ...withoutPanel, chat, isReady, completeSetup, focusMessage } as never, {});
    assert.deepEqual(done, ['setup', 'Why?', 'focus']);
  });

  /** Asks a question, and returns the places that got the focus. `askUser` asks the user before the message is sent. */
  const focusAfter = async (askUser: (restore: QuestionFocus['restore']) => Promise<boolean>) => {
    const focused: string[] = [];
    const questionFocus = createQuestionFocus(assert.ifError);
    const draft = { addText: () => undefined, addAttachments: () => undefined };
    const chat = { session: { id: 's' }, ask: async () => askUser(questionFocus.restore), draft };
    const focus = (place: string) => async (editor: unknown) =>
      Promise.resolve(void focused.push(editor === undefined ? place : `${place} of the selection`));
    await askChat(
      'Why?',
      [],
      { ...withoutPanel, chat, questionFocus, focusMessage: focus('box'), returnFocus: focus('editor') } as never,
      {},
    );
    return focused;
  };

  it('returns the focus to the editor if the user declines to send the message', async () => {
    const decline = async (restore: QuestionFocus['restore']) => {
      await restore();
      return false;
    };
    assert.deepEqual(await focusAfter(decline), ['editor of the selection']);
    // For example, the user changes the limit instead.
    assert.deepEqual(await focusAfter(async () => Promise.resolve(false)), ['editor of the selection']);
  });

  it('moves no focus if the user agrees, and focuses the message box if the user wants to edit the message', async () => {
    const agree = async (restore: QuestionFocus['restore']) => {
      await restore();
      return true;
    };
    const edit = async () => {
      const { showWarningMessage } = vscode.window;
      Object.assign(vscode.window, { showWarningMessage: async () => Promise.resolve('Edit Message') });
      cleanUp(() => Object.assign(vscode.window, { showWarningMessage }));
      return focusAfter(async (restore) => createSecretQuestions(restore).confirmText('DB_PASSWORD=correct-horse7'));
    };
    assert.deepEqual([await focusAfter(agree), await edit()], [[], ['box']]);
  });
});
