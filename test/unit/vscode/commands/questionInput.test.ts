import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import { noCost, type Cost } from '../../../../src/meter/cost.ts';
import { createQuestionInput } from '../../../../src/vscode/commands/questionInput.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { FakeInputBox } from '../fakeInputBox.ts';

describe('createQuestionInput', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let box: FakeInputBox;
  beforeEach(() => {
    const { window } = vscode;
    const original = { ...window };
    Object.assign(window, { createInputBox: () => (box = new FakeInputBox()) });
    cleanUp(() => Object.assign(window, original));
  });

  const known = () => true;
  const code = (text: string): Attachment => ({
    id: 'code',
    path: 'a.ts',
    startLine: 1,
    endLine: 1,
    languageId: 'typescript',
    code: text,
  });
  /** A chat whose estimates end when the test calls `end`. */
  const slowChat = () => {
    const ends: (() => void)[] = [];
    const estimated: string[] = [];
    const estimateAsk = async (text: string): Promise<Cost> => {
      estimated.push(text);
      return new Promise((resolve) => ends.push(() => resolve({ ...noCost, inputTokens: text.length })));
    };
    return { session: { title: '' }, estimateAsk, estimated, end: () => ends.shift()?.() };
  };

  it('shows the session and the price of its history, the selected code and the typed question', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
    });
    const input = createQuestionInput(chat, known);
    void input.ask('Ask Tally', []);
    assert.match(await box.nextPrompt(), /^≈\d tokens in · <\$0\.0001 \+ reply$/);
    box.escape();

    await chat.submitDraft('What does [this](command:a) mean? '.repeat(200));
    const tokens = (prompt: string) => Number(/≈([\d,]+) tokens in · ≈\$/.exec(prompt)?.[1]?.replace(',', ''));
    const answer = input.ask('Ask about the selection', [code('let a = 1;\n'.repeat(500))]);
    const before = await box.nextPrompt();
    assert.match(before, /^In “What does \[this\]\u200b\(command:a\) mean\?.*”: ≈/);
    assert.ok(tokens(before) > 2_000);
    box.type('Why? '.repeat(100));
    const after = await box.nextPrompt();
    assert.ok(tokens(after) >= tokens(before) + 100);
    box.pressEnter();
    assert.deepEqual(await answer, { text: 'Why? '.repeat(100).trim(), isPriceUnseen: false });
  });

  it('reports a question as sent at an unseen price if its own price was not shown in time', async () => {
    const chat = slowChat();
    const input = createQuestionInput(chat as never, known);
    const early = input.ask('Ask Tally', []);
    box.type('Hi');
    box.pressEnter();
    assert.deepEqual(await early, { text: 'Hi', isPriceUnseen: true });
    const late = input.ask('Ask Tally', []);
    chat.end();
    const shown = box.nextPrompt();
    chat.end();
    await shown;
    // An input box that is closed needs no further estimate.
    assert.deepEqual(chat.estimated, ['', '']);
    chat.session = { title: 'Another session' };
    box.type('Hi');
    box.pressEnter();
    assert.deepEqual(await late, { text: 'Hi', isPriceUnseen: true });
  });

  it('runs one estimate at a time, and then estimates only the latest text', async () => {
    const chat = slowChat();
    void createQuestionInput(chat as never, known).ask('Ask Tally', []);
    for (const text of ['W', 'Wh', 'Why']) box.type(text);
    assert.deepEqual(chat.estimated, ['']);
    chat.end();
    await box.nextPrompt();
    assert.deepEqual(chat.estimated, ['', 'Why']);
  });

  it('shows no price if the prices are unknown', async () => {
    const chat = slowChat();
    const answer = createQuestionInput(chat as never, () => false).ask('Ask Tally', []);
    box.type('Why?');
    box.pressEnter();
    assert.deepEqual([await answer, chat.estimated], [{ text: 'Why?', isPriceUnseen: true }, []]);
  });

  it('offers a cancelled text again, but not a text that was sent', async () => {
    const input = createQuestionInput(slowChat() as never, known);
    const first = input.ask('Ask Tally', []);
    box.type('A long question ');
    box.escape();
    assert.equal(await first, undefined);
    const second = input.ask('Ask about the selection', []);
    assert.equal(box.value, 'A long question ');
    box.pressEnter();
    assert.equal((await second)?.text, 'A long question');
    void input.ask('Ask Tally', []);
    assert.equal(box.value, '');
  });
});
