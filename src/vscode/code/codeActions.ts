import * as vscode from 'vscode';
import { codeEdits, endsAfterEdits, maxEditsLength } from './codeEdits.ts';
import { confirmHiddenCharacters } from './confirmHiddenCharacters.ts';
import { contributedLanguages, languageIdOf } from './languageIdOf.ts';
import type { ProposedChanges } from './proposedChanges.ts';
import { documentName, isInNotebook, type TargetEditor } from './targetEditor.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';

/**
 * Inserts code from a reply into an editor, proposes the code as a change, or opens the code in a new document. Asks
 * the user first if the code contains hidden characters.
 */
export interface CodeActions {
  readonly insert: (code: string) => Promise<void>;
  readonly apply: (code: string) => Promise<void>;
  /** Opens the code in a new document. `language` is the language name in the reply's code fence. */
  readonly newFile: (code: string, language: string) => Promise<void>;
}

/**
 * The maximum number of characters that repetition at several cursors, and indentation, may add to the code. More text
 * would block the extension.
 */
const maxAddedLength = 2 * 1024 * 1024;

/** @param cancelled Called when the user has cancelled an action. An action that is not cancelled focuses an editor. */
export function createCodeActions(
  target: TargetEditor,
  proposals: ProposedChanges,
  cancelled: () => Promise<void>,
): CodeActions {
  /** Returns the target editor. If the action is not possible, shows the reason and returns undefined. */
  function editorFor(action: 'insert' | 'apply'): vscode.TextEditor | undefined {
    const { isPossible, hint } = target.view()[action];
    if (isPossible) return target.current();
    void showInformation(hint);
    return undefined;
  }

  /** See confirmHiddenCharacters. */
  async function confirm(code: string): Promise<string | undefined> {
    const confirmed = await confirmHiddenCharacters(code, 'code');
    if (confirmed === undefined) await cancelled();
    return confirmed;
  }

  /**
   * Asks about hidden characters. Resolves with the target editor and the code to use, or with undefined if the user
   * cancels, the action is not possible, or the code is too long for the selections and their indentation.
   */
  async function confirmedFor(action: 'insert' | 'apply', code: string) {
    if (editorFor(action) === undefined) return undefined;
    const confirmed = await confirm(code);
    if (confirmed === undefined) return undefined;
    // The target editor may have changed while the question was shown.
    const editor = editorFor(action);
    if (editor === undefined) return undefined;
    const { selections } = editor;
    // Without a selection, `apply` replaces the whole text once.
    const isOnce = action === 'apply' && selections.every(({ isEmpty }) => isEmpty);
    const limit = confirmed.length + maxAddedLength;
    if (isOnce || maxEditsLength(editor, confirmed, limit) <= limit) return { editor, code: confirmed };
    void showWarning(
      selections.length === 1
        ? vscode.l10n.t('The line is indented too far for this code. Insert the code at a line with less indentation.')
        : vscode.l10n.t(
            'There are too many cursors for this code: {0}. Remove some of the cursors.',
            selections.length,
          ),
    );
    return undefined;
  }

  return {
    insert: async (code) => {
      const confirmed = await confirmedFor('insert', code);
      if (confirmed !== undefined) await insertCode(confirmed.editor, confirmed.code);
    },
    apply: async (code) => {
      const confirmed = await confirmedFor('apply', code);
      if (confirmed !== undefined) await proposals.propose(confirmed.editor, confirmed.code);
    },
    newFile: async (code, language) => {
      const content = await confirm(code);
      if (content === undefined) return;
      const languages = vscode.extensions.all.flatMap(({ packageJSON }: { packageJSON: unknown }) =>
        contributedLanguages(packageJSON),
      );
      const id = languageIdOf(language, await vscode.languages.getLanguages(), languages);
      const document = await vscode.workspace.openTextDocument({ content, language: id });
      await vscode.window.showTextDocument(document, { preview: false });
    },
  };
}

/**
 * Inserts the code at each cursor, and replaces each selection with the code, in one undo step. Then moves each cursor
 * to the end of its inserted text, and focuses the editor. If the editor could not be changed, only shows a warning.
 */
async function insertCode(editor: vscode.TextEditor, code: string): Promise<void> {
  const { document } = editor;
  const { version } = document;
  const edits = codeEdits(editor, code);
  const ends = endsAfterEdits(document, edits);
  const isDone = await editor.edit((builder) => {
    for (const { range, text } of edits) builder.replace(range, text);
  });
  // A read-only editor may report success without a change.
  if (!isDone || document.version === version) {
    const sentence = vscode.l10n.t('{0} couldn’t be changed. It may be read-only.', documentName(document));
    void showWarning(sentence);
    return;
  }
  editor.selections = ends.map((end) => {
    const position = document.positionAt(end);
    return new vscode.Selection(position, position);
  });
  editor.revealRange(editor.selection);
  if (isInNotebook(document)) await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  else
    await vscode.window.showTextDocument(document, {
      ...(editor.viewColumn && { viewColumn: editor.viewColumn }),
      preview: false,
    });
}
