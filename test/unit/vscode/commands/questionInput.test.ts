import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import type { WorkspaceChatEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import { noCost, type Cost } from '../../../../src/meter/cost.ts';
import { createPriceLines } from '../../../../src/vscode/commands/priceLine.ts';
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

  const changed = new vscode.EventEmitter<WorkspaceChatEvent>();
  const openInput = (chat: unknown, isPriceKnown = () => true) =>
    createQuestionInput(createPriceLines(chat as never, changed.event, isPriceKnown));
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
      return new Promise((resolve) =>
        ends.push(() => resolve({ ...noCost, high: 5 + text.length, inputTokens: text.length })),
      );
    };
    return { session: { title: '' }, estimateAsk, estimated, end: () => ends.shift()?.() };
  };

  it('shows the session and the price of its history, the selected code and the typed question', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
    });
    const input = openInput(chat);
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
    const { text = '', shownPrice } = (await answer) ?? {};
    const price = await chat.estimateAsk(text, [code('let a = 1;\n'.repeat(500))]);
    assert.deepEqual([text, shownPrice], ['Why? '.repeat(100).trim(), price.high]);
  });

  it('reports the price that was shown last, or 0 if none was shown in time', async () => {
    const chat = slowChat();
    const input = openInput(chat);
    const early = input.ask('Ask Tally', []);
    box.type('Hi');
    box.pressEnter();
    assert.deepEqual(await early, { text: 'Hi', shownPrice: 0 });
    const late = input.ask('Ask Tally', []);
    chat.end();
    const shown = box.nextPrompt();
    chat.end();
    await shown;
    // An input box that is closed needs no further estimate.
    assert.deepEqual(chat.estimated, ['', '']);
    box.type('Hi');
    box.pressEnter();
    assert.deepEqual(await late, { text: 'Hi', shownPrice: 5 });
  });

  it('shows the new price of the same text when the conversation changes, also during an estimate', async () => {
    const chat = slowChat();
    const answer = openInput(chat).ask('Ask Tally', []);
    box.type('Hi');
    for (const type of ['sessionChanged', 'queueChanged', 'backgroundChanged', 'draftChanged'] as const) {
      chat.end();
      await box.nextPrompt();
      changed.fire({ type });
    }
    assert.deepEqual(chat.estimated, ['', 'Hi', 'Hi', 'Hi']);
    box.pressEnter();
    assert.equal((await answer)?.shownPrice, 7);
  });

  it('runs one estimate at a time, and then estimates only the latest text', async () => {
    const chat = slowChat();
    void openInput(chat).ask('Ask Tally', []);
    for (const text of ['W', 'Wh', 'Why']) box.type(text);
    assert.deepEqual(chat.estimated, ['']);
    chat.end();
    await box.nextPrompt();
    assert.deepEqual(chat.estimated, ['', 'Why']);
  });

  it('shows no price if the prices are unknown', async () => {
    const chat = slowChat();
    const answer = openInput(chat, () => false).ask('Ask Tally', []);
    box.type('Why?');
    box.pressEnter();
    assert.deepEqual([await answer, chat.estimated], [{ text: 'Why?', shownPrice: 0 }, []]);
  });

  it('offers a cancelled text again, but not a text that was sent', async () => {
    const input = openInput(slowChat());
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

  it('moves the text of an open box to the next box', async () => {
    const input = openInput(slowChat());
    const first = input.ask('Ask Tally', []);
    const firstBox = box;
    firstBox.type('A long question');
    const second = input.ask('Ask about the selection', []);
    assert.equal(box.value, 'A long question');
    // VS Code hides the open box when another one is shown.
    firstBox.escape();
    assert.equal(await first, undefined);
    box.escape();
    assert.equal(await second, undefined);
    void input.ask('Ask Tally', []);
    assert.equal(box.value, 'A long question');
  });
});
