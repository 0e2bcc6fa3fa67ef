import path from 'node:path';
import * as vscode from 'vscode';
import type { EditorView } from '../../common/protocol/editorProtocol.ts';

/** The scheme of the documents that show what a file would become. */
export const proposedScheme = 'tally-proposed';

/** The editor that code from the panel goes into: the last one that was used, as long as it is in sight. */
export interface TargetEditor {
  readonly current: () => vscode.TextEditor | undefined;
  /** The actions that are possible there, with their hints. */
  readonly view: () => EditorView;
  /** Fires when the view differs from the one before, not for each move of the cursor. */
  readonly onDidChangeView: vscode.Event<EditorView>;
  readonly dispose: () => void;
}

export function createTargetEditor(): TargetEditor {
  const viewChanged = new vscode.EventEmitter<EditorView>();
  let last: vscode.TextEditor | undefined;

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

  const view = (): EditorView => toEditorView(current());

  let told = '';
  function tell(): void {
    const now = view();
    const text = JSON.stringify(now);
    if (text === told) return;
    told = text;
    viewChanged.fire(now);
  }

  const subscriptions = vscode.Disposable.from(
    viewChanged,
    vscode.window.onDidChangeActiveTextEditor(tell),
    vscode.window.onDidChangeVisibleTextEditors(tell),
    vscode.window.onDidChangeTextEditorSelection(tell),
  );
  return {
    current,
    view,
    onDidChangeView: viewChanged.event,
    dispose: () => {
      subscriptions.dispose();
    },
  };
}

/** The name of a document as its tab shows it. */
export function documentName({ uri }: vscode.TextDocument): string {
  return path.posix.basename(uri.path);
}

export function isInNotebook({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === 'vscode-notebook-cell';
}

/** Only editors in tabs have a column: the output, an input box and the like are made of editors, too. */
function isForCode({ document, viewColumn }: vscode.TextEditor): boolean {
  return document.uri.scheme !== proposedScheme && (viewColumn !== undefined || isInNotebook(document));
}

function isChangeShown(): boolean {
  return vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === proposedScheme);
}

function toEditorView(editor: vscode.TextEditor | undefined): EditorView {
  const { l10n } = vscode;
  const impossible = (hint: string) => ({ isPossible: false, hint });
  const possible = (hint: string) => ({ isPossible: true, hint });
  if (editor === undefined) {
    const hint = isChangeShown()
      ? l10n.t('Apply or discard the proposed change first.')
      : l10n.t('Open a file in an editor first.');
    return { insert: impossible(hint), apply: impossible(hint) };
  }
  const { document, selections } = editor;
  const name = documentName(document);
  if (vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false) {
    const hint = l10n.t('{0} is read-only.', name);
    return { insert: impossible(hint), apply: impossible(hint) };
  }
  const hasSelection = selections.some((selection) => !selection.isEmpty);
  const insert = possible(
    hasSelection ? l10n.t('Replaces the selection in {0}.', name) : l10n.t('Goes into {0}.', name),
  );
  if (isInNotebook(document)) return { insert, apply: impossible(l10n.t('Not possible in a notebook.')) };
  const apply = hasSelection
    ? l10n.t('Replaces the selection in {0}. You see the difference first.', name)
    : l10n.t('Replaces all of {0}. You see the difference first.', name);
  return { insert, apply: possible(apply) };
}
