import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { emptyDraft } from '../../src/chat/draft/draftStore.ts';
import type { Attachment } from '../../src/chat/messages/attachment.ts';
import type { Cost } from '../../src/meter/cost.ts';
import { createTargetEditor } from '../../src/vscode/code/targetEditor.ts';
import { createCompleter } from '../../src/vscode/context/completer.ts';
import type { ContextAdder } from '../../src/vscode/context/contextAdder.ts';
import { pastedAttachment } from '../../src/vscode/context/pastedAttachment.ts';
import { tellCodeMissing } from '../../src/vscode/notices/codeMissing.ts';
import { attachableDocument, createOfferedFile } from '../../src/vscode/notices/offeredFile.ts';

describe('The editor beside the chat’s tab', () => {
  const fail = async () => Promise.reject(new Error('This function must not be called.'));
  const adder: ContextAdder = {
    settled: fail,
    add: fail,
    addRead: fail,
    addFiles: fail,
    addDropped: fail,
    addPasted: fail,
    addChosen: fail,
  };
  const target = createTargetEditor();
  let tab: vscode.WebviewPanel;

  const focusNewTab = async () => {
    tab = vscode.window.createWebviewPanel('test', 'Chat', vscode.ViewColumn.Two);
    while (vscode.window.activeTextEditor !== undefined) await nextEvent(vscode.window.onDidChangeActiveTextEditor);
  };

  /** Opens a file with this content and a selection of its first character, and the focused tab of a webview. */
  const open = async (content: string) => {
    const document = await vscode.workspace.openTextDocument({ content });
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(0, 0, 0, 1);
    await focusNewTab();
    return document;
  };

  /** Opens two documents in a diff editor in the third column, and resolves with the editor of its right side. */
  const openDifference = async () => {
    const [left, right] = await Promise.all(
      ['xyz', 'def'].map(async (content) => vscode.workspace.openTextDocument({ content })),
    );
    assert.ok(left !== undefined && right !== undefined);
    const options = { viewColumn: vscode.ViewColumn.Three };
    await vscode.commands.executeCommand('vscode.diff', left.uri, right.uri, 'Compare', options);
    for (;;) {
      const { activeTextEditor } = vscode.window;
      if (activeTextEditor?.document === right) return activeTextEditor;
      await nextEvent(vscode.window.onDidChangeActiveTextEditor);
    }
  };

  /** Picks the prompt *Explain* in the message box, and resolves with the code that is attached. */
  const codeOfPrompt = async () => {
    const added: Attachment[] = [];
    const add = async (attachments: readonly Attachment[]) => Promise.resolve(added.push(...attachments) > 0);
    const completer = createCompleter(
      { ...adder, add },
      () => ({ prompts: [], excludedGlobs: [] }),
      () => undefined,
      target,
      () => assert.equal(added.length, 0),
    );
    await completer.complete('1', 'prompt', 'explain');
    await completer.pick('1', 0);
    return added.map(({ code }) => code);
  };

  afterEach(async () => {
    tab.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(() => target.dispose());

  it('gives its selection to a prompt', async () => {
    await open('abc');
    assert.deepEqual(await codeOfPrompt(), ['a']);
  });

  it('gives way to a diff editor that is active', async () => {
    await open('abc');
    tab.dispose();
    const editor = await openDifference();
    assert.deepEqual(await codeOfPrompt(), []);
    editor.selection = new vscode.Selection(0, 1, 0, 3);
    assert.deepEqual(await codeOfPrompt(), ['ef']);
    assert.notEqual(target.current(), editor);
  });

  it('gives way to a diff editor that was active before the chat’s tab', async () => {
    await open('abc');
    tab.dispose();
    const editor = await openDifference();
    editor.selection = new vscode.Selection(0, 1, 0, 3);
    await focusNewTab();
    assert.deepEqual(await codeOfPrompt(), ['ef']);
  });

  it('is the file that is offered if a prompt needs code', async () => {
    const document = await open('abc');
    const added: vscode.Uri[] = [];
    const addFiles = async (uris: readonly vscode.Uri[]) => Promise.resolve(void added.push(...uris));
    const labels: (string | undefined)[] = [];
    const tell = ({ action }: Parameters<Parameters<typeof tellCodeMissing>[2]['tell']>[0]) => {
      labels.push(action?.label);
    };
    tellCodeMissing({ draft: emptyDraft as never }, { ...adder, addFiles }, { tell }, target);
    assert.deepEqual(labels, [`Add ${document.uri.path}`]);
  });

  const offer = (estimate: () => Promise<Cost>) => {
    const offered = createOfferedFile({ draft: emptyDraft as never }, adder, { estimate }, target);
    offered.connect(() => true);
    offered.refresh();
    return offered;
  };
  const cost: Cost = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 0, low: 0, high: 0, isReported: false };

  it('is offered above the message box', async () => {
    const document = await open('abc');
    const offered = offer(async () => Promise.resolve(cost));
    await new Promise<void>((resolve) => {
      offered.onDidChange(resolve);
    });
    assert.equal(offered.view()?.id, document.uri.toString());
    offered.dispose();
  });

  it('is offered again only if its tokens or price have changed', async () => {
    await open('abc');
    let current = cost;
    const offered = offer(async () => Promise.resolve({ ...current }));
    const prices: (string | undefined)[] = [];
    const untilOffered = async () =>
      new Promise<void>((resolve) => {
        const subscription = offered.onDidChange(() => {
          prices.push(offered.view()?.price);
          subscription.dispose();
          resolve();
        });
      });
    await untilOffered();
    let changes = 0;
    offered.onDidChange(() => (changes += 1));
    // Another offer of the same file starts later, and so has ended after the count that changes nothing.
    offered.refresh();
    await new Promise<void>((resolve) => {
      const later = offer(async () => Promise.resolve(cost));
      later.onDidChange(() => {
        later.dispose();
        resolve();
      });
    });
    assert.equal(changes, 0);
    current = { ...cost, low: 1_000_000, high: 2_000_000 };
    const offeredAgain = untilOffered();
    offered.refresh();
    await offeredAgain;
    assert.notEqual(prices[1], prices[0]);
    offered.dispose();
  });

  it('is counted only after the count of the earlier file has ended', async () => {
    await open('abc');
    const [started, earlier] = [Promise.withResolvers<undefined>(), Promise.withResolvers<Cost>()];
    let counts = 0;
    const offered = offer(async () => {
      counts += 1;
      started.resolve(undefined);
      return counts === 1 ? earlier.promise : cost;
    });
    await started.promise;
    tab.dispose();
    const document = await open('def');
    offered.refresh();
    // A second offer of the same file starts later, and does not wait for the earlier file.
    const later = offer(async () => Promise.resolve(cost));
    await new Promise<void>((resolve) => {
      later.onDidChange(resolve);
    });
    later.dispose();
    assert.equal(counts, 1);
    earlier.resolve(cost);
    await new Promise<void>((resolve) => {
      offered.onDidChange(resolve);
    });
    assert.deepEqual([counts, offered.view()?.id], [2, document.uri.toString()]);
    offered.dispose();
  });

  it('cannot be offered if it is longer than the limit', async () => {
    await open('abc');
    assert.equal(attachableDocument(target.current(), 2), undefined);
    assert.notEqual(attachableDocument(target.current(), 3), undefined);
  });

  it('is not searched for pasted text if it has more than 4 MB', async () => {
    await open(`unique${'x'.repeat(4 * 1024 * 1024)}`);
    assert.equal(pastedAttachment('unique', '').path, '');
  });
});

async function nextEvent(event: vscode.Event<unknown>): Promise<void> {
  await new Promise<void>((resolve) => {
    const subscription = event(() => {
      subscription.dispose();
      resolve();
    });
  });
}
