import * as vscode from 'vscode';
import { codeEdits, endsAfterEdits, maxEditsLength, type EditorSelections } from './codeEdits.ts';
import { confirmHiddenCharacters } from './confirmHiddenCharacters.ts';
import { contributedLanguages, languageIdOf } from './languageIdOf.ts';
import { createIdleTerminal } from './idleTerminal.ts';
import { documentName, isInNotebook, type TargetEditor } from './targetEditor.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';

/** Inserts code into an editor or a terminal, or opens it in a new document. Asks first if the code contains hidden characters. */
export interface CodeActions {
  readonly insert: (code: string) => Promise<void>;
  /**
   * Inserts a command into a terminal (see IdleTerminal), without running it or moving the focus. Refuses a command with
   * control characters, because VS Code turns each line break into Enter, which would run the command.
   */
  readonly insertIntoTerminal: (command: string) => Promise<void>;
  /** Opens the code in a new document. `language` is the language name in the reply's code fence. */
  readonly newFile: (code: string, language: string) => Promise<void>;
  readonly dispose: () => void;
}

/**
 * The maximum number of characters that repetition at several cursors, and indentation, may add to the code. More text
 * would block the extension.
 */
const maxAddedLength = 2 * 1024 * 1024;

/** @param restoreFocus Called when the user has answered a question, unless the action then focuses an editor. */
export function createCodeActions(target: TargetEditor, restoreFocus: () => Promise<void>): CodeActions {
  const idleTerminal = createIdleTerminal();

  /** Returns the target editor. If code cannot be inserted there, shows the reason and returns undefined. */
  function insertionEditor(): vscode.TextEditor | undefined {
    const { isPossible, hint } = target.view().insert;
    if (isPossible) return target.current();
    void showInformation(hint);
    return undefined;
  }

  /** See confirmHiddenCharacters. */
  async function confirm(code: string): Promise<string | undefined> {
    const confirmed = await confirmHiddenCharacters(code, 'code');
    if (confirmed === undefined) await restoreFocus();
    return confirmed;
  }

  return {
    insert: async (code) => {
      if (insertionEditor() === undefined) return;
      const confirmed = await confirm(code);
      // The target editor may have changed while the question was shown.
      const editor = confirmed === undefined ? undefined : insertionEditor();
      if (confirmed !== undefined && editor !== undefined && fits(editor, confirmed))
        await insertCode(editor, confirmed);
    },
    insertIntoTerminal: async (code) => {
      // Replies often show a prompt before a command.
      const command = await confirmHiddenCharacters(code.trim().replace(/^\$ +/, ''), 'code', restoreFocus);
      if (command === undefined) return;
      if (/\p{Cc}/u.test(command)) {
        void showInformation(vscode.l10n.t('Only a command of one line can be inserted into the terminal.'));
        return;
      }
      const terminal = idleTerminal.get();
      // With the focus in the terminal, an Enter that is still held would run the command.
      terminal.show(true);
      terminal.sendText(command, false);
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
    dispose: idleTerminal.dispose,
  };
}

/** Returns true if the code is short enough for the selections and their indentation. Otherwise, shows a warning. */
export function fits(editor: EditorSelections, code: string): boolean {
  const limit = code.length + maxAddedLength;
  if (maxEditsLength(editor, code, limit) <= limit) return true;
  const { length } = editor.selections;
  void showWarning(
    length === 1
      ? vscode.l10n.t('The line is indented too far for this code. Insert the code at a line with less indentation.')
      : vscode.l10n.t('There are too many cursors for this code: {0}. Remove some of the cursors.', length),
  );
  return false;
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
