import assert from 'node:assert/strict';
import { askChat, explainSelection } from '../../../../src/vscode/commands/askCommands.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

/** An editor in which the code `abc` is selected. */
const editor = {
  document: { languageId: '', uri: { path: '/a.txt' }, getText: () => 'abc' },
  selections: [{ isEmpty: false, start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }],
};

describe('a command that shows no price says so when it sends:', () => {
  let options: unknown[] = [];
  beforeEach(() => (options = []));

  const record = async (...args: readonly unknown[]) => Promise.resolve(options.push(args.at(-1)) > 0);
  const chat = { session: { messages: [], isRunning: false }, ask: record };
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
    const nothing = async () => Promise.resolve();
    const isReady = async () => Promise.resolve(true);
    const dependencies = { chat, isReady, revealChat: nothing, focusMessage: nothing, reportError: assert.ifError };
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
    const nothing = async () => Promise.resolve();
    const dependencies = { chat, isReady, revealChat: nothing, focusMessage: nothing, reportError: assert.ifError };
    await askChat('Why?', [], dependencies as never, {});
    assert.deepEqual(texts, ['Why?']);
  });
});
