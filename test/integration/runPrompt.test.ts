import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Attachment } from '../../src/chat/messages/attachment.ts';
import { createTargetEditor } from '../../src/vscode/code/targetEditor.ts';
import { runPrompt } from '../../src/vscode/commands/runPrompt.ts';

describe('Run Prompt', () => {
  it('puts the first prompt into the message box if it is picked at once, and does not send it', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'abc' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 0, 0, 1);
    const targetEditor = createTargetEditor();
    const calls: string[] = [];
    const record = async (name: string) => Promise.resolve(void calls.push(name));
    const draft = { addAttachments: () => calls.push('addAttachments'), addText: () => calls.push('addText') };
    const confirmAttachments = async (attachments: readonly Attachment[]) => Promise.resolve(attachments);
    const { window } = vscode;
    const { createQuickPick } = window;
    const accepted = new vscode.EventEmitter<void>();
    const list = {
      items: [] as readonly unknown[],
      activeItems: [],
      selectedItems: [] as readonly unknown[],
      onDidAccept: accepted.event,
      onDidHide: () => undefined,
      onDidChangeActive: () => undefined,
      // The repetition of a held key picks the first item.
      show: () => {
        list.selectedItems = list.items.slice(0, 1);
        accepted.fire();
      },
      dispose: () => accepted.dispose(),
    };
    try {
      Object.assign(window, { createQuickPick: () => list });
      await runPrompt([], {
        chat: { draft, ask: async () => record('ask') },
        openPriceLine: () => ({ update: () => undefined, shownPrice: () => 0, dispose: () => undefined }),
        targetEditor,
        secretQuestions: { confirmAttachments },
        isReady: async () => Promise.resolve(true),
        revealChat: async () => record('revealChat'),
        focusMessage: async () => record('focusMessage'),
      } as never);
    } finally {
      Object.assign(window, { createQuickPick });
      targetEditor.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
    assert.deepEqual(calls, ['addAttachments', 'addText', 'focusMessage']);
  });
});
