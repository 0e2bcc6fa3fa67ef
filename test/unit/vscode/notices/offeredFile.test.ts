import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import type { ChatDraft } from '../../../../src/chat/draft/chatDraft.ts';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import { noCost, type Estimate } from '../../../../src/meter/cost.ts';
import { createOfferedFile } from '../../../../src/vscode/notices/offeredFile.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('createOfferedFile', () => {
  const cleanUp = cleanUpAfterEach();
  let saved: vscode.EventEmitter<vscode.TextDocument>;
  let shown: vscode.TextDocument | undefined;
  let isVisible: boolean;
  let attachments: readonly Attachment[];
  let counted: string[];
  let estimate: () => Promise<Estimate>;
  let added: string[];

  /** Replaces properties of an object until the test has ended. */
  function replace(target: object, properties: object): void {
    const before = Object.fromEntries(Object.keys(properties).map((key) => [key, Reflect.get(target, key) as unknown]));
    Object.assign(target, properties);
    cleanUp(() => Object.assign(target, before));
  }

  const documentOf = (name: string, text = 'let a;'): vscode.TextDocument => {
    const uri = vscode.Uri.file(`/work/${name}`);
    const document = {
      ...{ uri, languageId: 'typescript', lineCount: 1, getText: () => text },
      ...{ lineAt: () => ({ range: { end: text.length } }), offsetAt: (end: number) => end },
    };
    return document as unknown as vscode.TextDocument;
  };
  const attached = (document: vscode.TextDocument, startLine = 1): Attachment => ({
    ...{ id: 'a', path: 'a.ts', startLine, endLine: 9, code: 'let a;', languageId: 'typescript' },
    uri: document.uri.toString(),
  });

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    cleanUp(() => mock.timers.reset());
    saved = new vscode.EventEmitter();
    [shown, isVisible, attachments, counted, added] = [documentOf('a.ts'), true, [], [], []];
    estimate = async () =>
      Promise.resolve({ ...noCost, inputTokens: 107, low: 200_000, high: 300_000, isReported: false });
    const never = () => ({ dispose: () => undefined });
    replace(vscode.window, { onDidChangeActiveTextEditor: never, onDidChangeVisibleTextEditors: never });
    replace(vscode.workspace, {
      onDidSaveTextDocument: saved.event,
      // The file is open.
      textDocuments: { some: () => true },
      openTextDocument: async () => Promise.resolve(shown),
    });
  });

  const draft = {
    get attachments() {
      return attachments;
    },
  } as Partial<ChatDraft> as never;

  function open() {
    const offered = createOfferedFile(
      { draft },
      {
        addFiles: async (uris) => Promise.resolve(added.push(...uris.map(String)) as never),
      },
      {
        estimate: async ({ content }) => {
          counted.push(content);
          return estimate();
        },
      },
      { current: () => shown && ({ document: shown, viewColumn: 1 } as never) },
    );
    cleanUp(() => offered.dispose());
    offered.connect(() => isVisible);
    const labels: (string | undefined)[] = [];
    offered.onDidChange(() => labels.push(offered.view()?.label));
    return { offered, labels };
  }

  /** Lets the time pass after which a file is counted, and what follows from it happen. */
  const wait = async (milliseconds = 500) => {
    mock.timers.tick(milliseconds);
    await new Promise(setImmediate);
  };

  it('offers the file in the editor with its tokens and price, after half a second', async () => {
    const { offered, labels } = open();
    offered.refresh();
    await wait(499);
    assert.deepEqual([counted, offered.view()], [[], undefined]);
    await wait(1);
    const view = { id: 'file:///work/a.ts', label: 'a.ts', tokens: '≈107 tokens', price: '≈$0.0002–0.0003' };
    assert.deepEqual([offered.view(), labels], [view, ['a.ts']]);
    // The same file at the same price is no change.
    offered.refresh();
    await wait();
    assert.deepEqual(labels, ['a.ts']);
  });

  it('counts only the last of several files that are shown in turn', async () => {
    const { offered, labels } = open();
    offered.refresh();
    await wait(499);
    shown = documentOf('b.ts', 'let b;');
    offered.refresh();
    await wait(499);
    assert.deepEqual(counted, []);
    await wait(1);
    assert.deepEqual([counted.length, labels], [1, ['b.ts']]);
    assert.match(counted[0]!, /let b;/);
  });

  it('offers nothing while the panel is hidden, and withdraws the offer when the panel is hidden', async () => {
    isVisible = false;
    const { offered, labels } = open();
    offered.refresh();
    await wait();
    assert.deepEqual([counted, labels], [[], []]);
    isVisible = true;
    offered.refresh();
    await wait();
    isVisible = false;
    offered.refresh();
    await wait();
    assert.deepEqual(labels, ['a.ts', undefined]);
  });

  it('does not offer an empty or large document, one that is no file, or one that cannot be counted', async () => {
    const { offered, labels } = open();
    const long = 'x'.repeat(256 * 1024);
    for (const document of [documentOf('a.ts', ''), documentOf('a.ts', `${long}x`), undefined]) {
      shown = document;
      offered.refresh();
      await wait();
    }
    shown = documentOf('a.ts');
    replace(vscode.workspace.fs, { isWritableFileSystem: () => undefined });
    offered.refresh();
    await wait();
    assert.deepEqual([counted, labels], [[], []]);
    replace(vscode.workspace.fs, { isWritableFileSystem: () => true });
    const { estimate: count } = { estimate };
    estimate = async () => Promise.reject(new Error('The worker has ended.'));
    offered.refresh();
    await wait();
    assert.deepEqual([counted.length, labels], [1, []]);
    // A later file is counted nevertheless.
    estimate = count;
    shown = documentOf('long.ts', long);
    offered.refresh();
    await wait();
    assert.deepEqual(labels, ['long.ts']);
  });

  it('does not offer a file that the draft contains from its first line, until it is removed', async () => {
    const { offered, labels } = open();
    offered.refresh();
    await wait();
    const change = (now: readonly Attachment[]) => {
      attachments = now;
      offered.handleChatEvent({ type: 'draftChanged' } as never);
    };
    change([attached(shown!)]);
    assert.equal(offered.view(), undefined);
    change([attached(shown!, 5), attached(documentOf('b.ts'))]);
    assert.equal(offered.view()?.label, 'a.ts');
    assert.deepEqual(labels, ['a.ts', undefined, 'a.ts']);
  });

  it('attaches the offered file, and no file that was offered before', async () => {
    const { offered } = open();
    await offered.add('file:///work/a.ts');
    offered.refresh();
    await wait();
    await offered.add('file:///work/other.ts');
    assert.deepEqual(added, []);
    await offered.add('file:///work/a.ts');
    assert.deepEqual(added, ['file:///work/a.ts']);
    attachments = [attached(shown!)];
    offered.handleChatEvent({ type: 'draftChanged' } as never);
    await offered.add('file:///work/a.ts');
    assert.equal(added.length, 1);
  });

  it('counts the file again when it is saved, but not when another file is saved', async () => {
    const { offered } = open();
    offered.refresh();
    await wait();
    saved.fire(documentOf('b.ts'));
    await wait();
    assert.equal(counted.length, 1);
    estimate = async () => Promise.resolve({ ...noCost, inputTokens: 1, low: 2_000, high: 2_000, isReported: false });
    saved.fire(documentOf('a.ts'));
    await wait();
    assert.deepEqual([counted.length, offered.view()?.tokens], [2, '≈1 token']);
  });

  it('counts no file after it is disposed', async () => {
    const { offered } = open();
    offered.refresh();
    offered.dispose();
    await wait();
    assert.deepEqual(counted, []);
  });
});
