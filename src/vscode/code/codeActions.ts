import * as vscode from 'vscode';
import { codeEdits } from './codeEdits.ts';
import { contributedLanguages, languageIdOf } from './languageIdOf.ts';
import type { ProposedChanges } from './proposedChanges.ts';
import { documentName, isInNotebook, type TargetEditor } from './targetEditor.ts';

/** What can be done with code from a reply. Nothing of it is ever run. */
export interface CodeActions {
  readonly insert: (code: string) => Promise<void>;
  readonly apply: (code: string) => Promise<void>;
  /** `language` is what the reply calls it. */
  readonly newFile: (code: string, language: string) => Promise<void>;
}

export function createCodeActions(target: TargetEditor, proposals: ProposedChanges): CodeActions {
  /** The editor, unless there is a reason why it cannot be used, which is told. */
  function editorFor(action: 'insert' | 'apply'): vscode.TextEditor | undefined {
    const { isPossible, hint } = target.view()[action];
    if (isPossible) return target.current();
    void vscode.window.showInformationMessage(hint);
    return undefined;
  }

  return {
    insert: async (code) => {
      const editor = editorFor('insert');
      if (editor !== undefined) await insertCode(editor, code);
    },
    apply: async (code) => {
      const editor = editorFor('apply');
      if (editor !== undefined) await proposals.propose(editor, code);
    },
    newFile: async (code, language) => {
      const languages = vscode.extensions.all.flatMap(({ packageJSON }: { packageJSON: unknown }) =>
        contributedLanguages(packageJSON),
      );
      const id = languageIdOf(language, await vscode.languages.getLanguages(), languages);
      const document = await vscode.workspace.openTextDocument({ content: code, language: id });
      await vscode.window.showTextDocument(document, { preview: false });
    },
  };
}

/** One step of undo, also with several cursors; the cursor ends after the code. */
async function insertCode(editor: vscode.TextEditor, code: string): Promise<void> {
  const { document } = editor;
  const { version } = document;
  const edits = codeEdits(editor, code);
  const isDone = await editor.edit((builder) => {
    for (const { range, text } of edits) builder.replace(range, text);
  });
  // A read-only editor may say that it is done.
  if (!isDone || document.version === version) {
    const sentence = vscode.l10n.t('{0} could not be changed. It may be read-only.', documentName(document));
    void vscode.window.showWarningMessage(sentence);
    return;
  }
  editor.selections = editor.selections.map(({ end }) => new vscode.Selection(end, end));
  editor.revealRange(editor.selection);
  if (isInNotebook(document)) await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  else
    await vscode.window.showTextDocument(document, {
      ...(editor.viewColumn && { viewColumn: editor.viewColumn }),
      preview: false,
    });
}
