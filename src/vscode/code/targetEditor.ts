import * as vscode from 'vscode';
import type { TargetEditorView } from '../../common/protocol/editorProtocol.ts';
import { fileName } from '../dialogs/plainText.ts';

/**
 * The URI scheme of documents that contain a proposed change. Language extensions report problems in documents of any
 * scheme. VS Code shows them in the Problems view, but leaves out those of a few of its own schemes. This one is the
 * scheme of its welcome page, for which it registers no file system.
 */
export const proposedScheme = 'walkThrough';

/** The URI scheme instead of `proposedScheme` if another extension uses that one. Problems are shown then. */
export const otherProposedScheme = 'tally-proposed';

/** The URI authority of these documents. The `when` clauses of the menus contain it, and both schemes. */
export const proposedAuthority = 'tally-proposed';

/** The URI schemes of input boxes for comments, commit messages, and the code of interactive windows. */
const inputSchemes: ReadonlySet<string> = new Set(['comment', 'vscode-scm', 'vscode-interactive-input']);

/**
 * Finds the editor into which code from the panel goes. This is the active editor, else the editor that was found last,
 * else another editor of the same document, else any other editor. Only visible editors for which `isForCode` returns
 * true are considered.
 */
export interface TargetEditor {
  readonly current: () => vscode.TextEditor | undefined;
  /**
   * Returns the editor whose selection is used: the active editor, else the editor that was active last if it is
   * visible, else the current target editor. Returns undefined if the active editor is an input box. Unlike `current`,
   * returns the inner editors of diff editors, peek views and the output panel, because the user has selected there.
   */
  readonly withSelection: () => vscode.TextEditor | undefined;
  /** Returns which actions are possible in the current editor, with a hint for each action. */
  readonly view: () => TargetEditorView;
  /** Fires only if the view differs from the last fired view, so not on each cursor move. */
  readonly onDidChangeView: vscode.Event<TargetEditorView>;
  readonly dispose: () => void;
}

export function createTargetEditor(): TargetEditor {
  const viewChanged = new vscode.EventEmitter<TargetEditorView>();
  let last: vscode.TextEditor | undefined;
  /** The last active editor that was not an input box. */
  let lastActive = activeEditor();

  function current(): vscode.TextEditor | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    const visible = visibleTextEditors.filter(isForCode);
    last =
      visible.find((editor) => editor === activeTextEditor) ??
      visible.find((editor) => editor === last) ??
      visible.find(({ document }) => document === last?.document) ??
      visible[0];
    return last;
  }

  function withSelection(): vscode.TextEditor | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    if (activeTextEditor !== undefined) return activeEditor();
    return visibleTextEditors.find((editor) => editor === lastActive) ?? current();
  }

  const view = (): TargetEditorView => toView(current());

  let lastFired = '';
  function fireIfChanged(): void {
    const changed = view();
    const text = JSON.stringify(changed);
    if (text === lastFired) return;
    lastFired = text;
    viewChanged.fire(changed);
  }

  const subscriptions = vscode.Disposable.from(
    viewChanged,
    vscode.window.onDidChangeActiveTextEditor(() => {
      lastActive = activeEditor() ?? lastActive;
      fireIfChanged();
    }),
    vscode.window.onDidChangeVisibleTextEditors(fireIfChanged),
    vscode.window.onDidChangeTextEditorSelection(fireIfChanged),
  );
  return {
    current,
    withSelection,
    view,
    onDidChangeView: viewChanged.event,
    dispose: () => {
      subscriptions.dispose();
    },
  };
}

/** Returns the file name in the document's URI, in a form for sentences (see plainName). */
export function documentName({ uri }: vscode.TextDocument): string {
  return fileName(uri);
}

/** Returns true if a document contains a proposed change. */
export function isProposed({ scheme, authority }: vscode.Uri): boolean {
  return authority === proposedAuthority && (scheme === proposedScheme || scheme === otherProposedScheme);
}

export function isInNotebook({ uri }: Pick<vscode.TextDocument, 'uri'>): boolean {
  return uri.scheme === 'vscode-notebook-cell';
}

/** Returns the active editor, unless it is an input box. */
function activeEditor(): vscode.TextEditor | undefined {
  const { activeTextEditor } = vscode.window;
  return inputSchemes.has(activeTextEditor?.document.uri.scheme ?? '') ? undefined : activeTextEditor;
}

/**
 * Returns true for editors in the editor area and for notebook cells, but false for editors of proposed changes. Input
 * boxes, the output panel, and the inner editors of diff editors and peek views are also text editors, but they have no
 * view column.
 */
function isForCode({ document, viewColumn }: vscode.TextEditor): boolean {
  return !isProposed(document.uri) && (viewColumn !== undefined || isInNotebook(document));
}

function isChangeShown(): boolean {
  return vscode.window.visibleTextEditors.some(({ document }) => isProposed(document.uri));
}

function toView(editor: vscode.TextEditor | undefined): TargetEditorView {
  const { l10n } = vscode;
  const impossible = (hint: string) => ({ isPossible: false, hint });
  const possible = (hint: string) => ({ isPossible: true, hint });
  // The reply can name another file than that of the editor, or a file was attached to the question.
  const applyToNamed = possible(
    l10n.t('Applies to the file that the reply names, or else to an attached file. Shows the difference first.'),
  );
  if (editor === undefined) {
    const hint = isChangeShown()
      ? l10n.t('Apply or discard the proposed change first.')
      : l10n.t('Open a file in an editor first.');
    return { insert: impossible(hint), apply: applyToNamed };
  }
  const { document, selections } = editor;
  const name = documentName(document);
  if (vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false) {
    const hint = l10n.t('{0} is read-only.', name);
    return { insert: impossible(hint), apply: applyToNamed };
  }
  const hasSelection = selections.some((selection) => !selection.isEmpty);
  const insert = possible(
    hasSelection ? l10n.t('Replaces the selection in {0}.', name) : l10n.t('Inserts into {0}.', name),
  );
  if (isInNotebook(document)) return { insert, apply: applyToNamed };
  return {
    insert,
    apply: possible(
      l10n.t(
        'Applies to the file that the reply names, else to an attached file, else to {0}. Shows the difference first.',
        name,
      ),
    ),
  };
}

/** Returns true if the target editor shows this file. */
export function isInTargetEditor(targetEditor: Pick<TargetEditor, 'current'>, uri: vscode.Uri): boolean {
  return targetEditor.current()?.document.uri.toString() === uri.toString();
}
