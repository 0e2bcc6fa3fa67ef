import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { WorkspaceChatEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import { noCost, type Cost } from '../../../../src/meter/cost.ts';
import { createPriceLines } from '../../../../src/vscode/commands/priceLine.ts';
import { runPrompt } from '../../../../src/vscode/commands/runPrompt.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { FakeQuickPick } from '../fakeQuickPick.ts';

describe('runPrompt', () => {
  const cleanUp = cleanUpAfterEach();
  let list: FakeQuickPick<{ readonly text: string }>;
  beforeEach(() => {
    const { window } = vscode;
    const original = { ...window };
    Object.assign(window, { createQuickPick: () => (list = new FakeQuickPick()) });
    cleanUp(() => Object.assign(window, original));
  });

  const purpose = 'Run a prompt on the selected code';
  const prompts = [
    { name: 'First', text: 'a', isFromWorkspace: false },
    { name: 'Second', text: 'ab', isFromWorkspace: false },
    { name: 'Third', text: 'abc', isFromWorkspace: false },
    { name: 'Workspace', text: 'abcd', isFromWorkspace: true },
  ];

  const costOf = ({ length }: string): Cost => {
    const price = length * 1_000_000;
    return { ...noCost, low: price, high: price, inputTokens: length };
  };

  /** Runs the command with selected code, or without. Estimates end when the test calls `end`. */
  const run = ({ isPriceKnown = true, isSelected = true, title = '' } = {}) => {
    const ends: (() => void)[] = [];
    const [estimated, sent, drafted]: [string[], unknown[], string[]] = [[], [], []];
    const changed = new vscode.EventEmitter<WorkspaceChatEvent>();
    const chat = {
      session: { id: 's', title },
      ask: async (text: string, _: unknown, options: unknown) => Promise.resolve(sent.push([text, options]) > 0),
      estimateAsk: async (text: string): Promise<Cost> => {
        estimated.push(text);
        return new Promise((resolve) => ends.push(() => resolve(costOf(text))));
      },
      draft: { addText: (text: string) => drafted.push(text), addAttachments: () => undefined },
    };
    const editor = {
      document: { languageId: '', uri: { path: '/a.txt' }, getText: () => 'abc' },
      selections: [{ isEmpty: false, start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }],
    };
    const nothing = async () => Promise.resolve();
    const ended = runPrompt(prompts, {
      chat,
      openPriceLine: createPriceLines(chat as never, changed.event, () => isPriceKnown),
      targetEditor: { withSelection: () => (isSelected ? editor : undefined) },
      secretQuestions: { confirmAttachments: async (attachments: unknown) => Promise.resolve(attachments) },
      isReady: async () => Promise.resolve(true),
      questionFocus: { during: (_focus: unknown, send: () => unknown) => send() },
      revealChat: nothing,
      focusMessage: nothing,
    } as never);
    return { ended, estimated, sent, drafted, changed, end: () => ends.shift()?.() };
  };
  const priceOf = async (end: () => void) => {
    const title = list.nextTitle();
    end();
    return title;
  };

  it('shows the price of the active prompt and the session, and sends the prompt with the shown price', async () => {
    const { ended, sent, changed, end } = run({ title: 'Shop' });
    assert.deepEqual([list.title, list.placeholder], [purpose, purpose]);
    assert.equal(await priceOf(end), '≈1 token in · $0.0010 + reply · In “Shop”');
    list.activate(1);
    assert.equal(await priceOf(end), '≈2 tokens in · $0.0020 + reply · In “Shop”');
    changed.fire({ type: 'sessionChanged' });
    assert.equal(await priceOf(end), '≈2 tokens in · $0.0020 + reply · In “Shop”');
    list.pick(1);
    await ended;
    assert.deepEqual(sent, [['ab', { shownPrice: 2_000_000 }]]);
  });

  it('opens and sends without waiting for the estimate, and a price of another prompt counts as not shown', async () => {
    const early = run();
    list.pick(1);
    await early.ended;
    assert.deepEqual(early.sent, [['ab', { shownPrice: 0 }]]);
    const late = run();
    assert.equal(await priceOf(late.end), '≈1 token in · $0.0010 + reply');
    list.pick(2);
    await late.ended;
    assert.deepEqual(late.sent, [['abc', { shownPrice: 0 }]]);
  });

  it('shows no price of a prompt that is not sent, or if the prices are unknown', async () => {
    const known = run();
    await priceOf(known.end);
    list.activate(3);
    assert.deepEqual([list.title, known.estimated], [purpose, ['a']]);
    list.activate(0);
    assert.match(await priceOf(known.end), /^≈1 token in/);
    list.pick(3);
    await known.ended;
    assert.deepEqual([known.sent, known.drafted], [[], ['abcd']]);
    for (const options of [{ isPriceKnown: false }, { isSelected: false }]) {
      const unpriced = run(options);
      list.pick(1);
      await unpriced.ended;
      assert.deepEqual(unpriced.estimated, []);
      assert.deepEqual(unpriced.sent, options.isSelected === false ? [] : [['ab', { shownPrice: 0 }]]);
    }
  });

  it('puts the first prompt into the message box if it is picked at once', async () => {
    const { ended, sent, drafted } = run();
    list.pick(0);
    await ended;
    assert.deepEqual([sent, drafted], [[], ['a']]);
  });

  it('does nothing if the user cancels, and stays open if no prompt matches the typed text', async () => {
    const { ended, sent, drafted } = run();
    list.pressEnterWithoutMatch();
    list.escape();
    await ended;
    assert.deepEqual([sent, drafted], [[], []]);
  });
});
