import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import type { WorkspaceChat } from '../../../../src/chat/conversation/workspaceChat.ts';
import type { Question, Reply } from '../../../../src/chat/messages/message.ts';
import { createPanelFallback } from '../../../../src/vscode/panel/panelFallback.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('createPanelFallback', () => {
  const cleanUp = cleanUpAfterEach();

  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('quotes attachments as the panel shows them, with visible marks for hidden characters', () => {
    const contents: string[] = [];
    const { window, workspace } = vscode;
    Object.assign(window, { showErrorMessage: async () => Promise.resolve(), showTextDocument: () => undefined });
    Object.assign(workspace, { openTextDocument: ({ content }: { content: string }) => void contents.push(content) });
    cleanUp(() => Object.assign(window, { showErrorMessage: undefined, showTextDocument: undefined }));
    cleanUp(() => Object.assign(workspace, { openTextDocument: undefined }));

    const lines = { startLine: 1, endLine: 2, languageId: '', code: 'a\nb' };
    const attachments = [
      { id: 'a', path: 'src/a\u202eb.ts', ...lines },
      { id: 'b', path: '', ...lines },
    ];
    const question: Question = { kind: 'question', id: 'q', at: 1, text: 'Why?', attachments, content: '' };
    const reply: Reply = {
      kind: 'reply',
      id: 'r',
      questionId: 'q',
      at: 1,
      text: '',
      reasoning: '',
      state: 'pending',
    };
    const fallback = createPanelFallback({ session: { messages: [question, reply] } } as unknown as WorkspaceChat, () =>
      assert.fail(),
    );
    cleanUp(fallback.dispose);
    fallback.expectReply();
    mock.timers.tick(10_000);
    fallback.handleChatEvent({ type: 'messagesAdded', messages: [question, reply] });
    assert.deepEqual(contents, ['> Why?\n> `src/a\ufffdb.ts:1-2`\n> `Pasted text, 2 lines`\n\n']);
  });
});
