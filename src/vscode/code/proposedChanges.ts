import * as vscode from 'vscode';
import { changedLines } from '../../common/code/changedLines.ts';
import { codeEdits, type CodeEdit } from './codeEdits.ts';
import { documentName, proposedScheme } from './targetEditor.ts';

/** Changes that are shown beside the file, and written only when the person applies them. */
export interface ProposedChanges {
  /** Shows what the editor's document would become: the selection replaced, or all of it where nothing is selected. */
  readonly propose: (editor: vscode.TextEditor, code: string) => Promise<void>;
  /** `shown` is the document on the right; without it the difference in the active tab is meant. */
  readonly apply: (shown?: unknown) => Promise<void>;
  readonly discard: (shown?: unknown) => Promise<void>;
  readonly dispose: () => void;
}

interface Proposal {
  readonly document: vscode.TextDocument;
  readonly code: string;
  /** The whole text when the difference was made, and what it becomes. */
  readonly before: string;
  readonly after: string;
  /** What the code replaces; undefined for the whole document. */
  readonly edits: readonly CodeEdit[] | undefined;
}

export function createProposedChanges(): ProposedChanges {
  const { l10n } = vscode;
  const proposals = new Map<string, Proposal>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const subscriptions = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(proposedScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => proposals.get(uri.toString())?.after,
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (closed.length === 0) return;
      const shown = new Set(differenceTabs().map(({ uri }) => uri.toString()));
      for (const key of proposals.keys()) if (!shown.has(key)) proposals.delete(key);
    }),
  );
  // What was proposed before the window was loaded again is not known any more.
  void close(() => true);

  async function propose(editor: vscode.TextEditor, code: string): Promise<void> {
    const { document, selections, viewColumn } = editor;
    const hasSelection = selections.some((selection) => !selection.isEmpty);
    await show({ document, code, edits: hasSelection ? codeEdits(editor, code) : undefined }, viewColumn);
  }

  async function show({ document, code, edits }: Omit<Proposal, 'before' | 'after'>, viewColumn?: vscode.ViewColumn): Promise<void> {
    const before = document.getText();
    const after = withLineEnds(edits === undefined ? wholeText(code, before) : edited(document, edits), document.eol);
    if (after === before) {
      void vscode.window.showInformationMessage(l10n.t('{0} has this code already.', documentName(document)));
      return;
    }
    const uri = vscode.Uri.from({ scheme: proposedScheme, path: document.uri.path, query: document.uri.toString() });
    proposals.set(uri.toString(), { document, code, edits, before, after });
    changed.fire(uri);
    const shown = await vscode.workspace.openTextDocument(uri);
    if (shown.languageId !== document.languageId) await vscode.languages.setTextDocumentLanguage(shown, document.languageId);
    const title = l10n.t('{0}: proposed change', documentName(document));
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, title, { preview: false, ...(viewColumn && { viewColumn }) });
  }

  async function apply(shown?: unknown): Promise<void> {
    const uri = differenceUri(shown);
    const proposal = uri && proposals.get(uri.toString());
    if (uri === undefined || proposal === undefined) return;
    const document = await vscode.workspace.openTextDocument(proposal.document.uri);
    const name = documentName(document);
    if (document.getText() !== proposal.before) {
      await showAnew(uri, { ...proposal, document });
      return;
    }
    const change = changedLines(proposal.before, proposal.after);
    if (change === undefined) return;
    const start = document.positionAt(change.start);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(start, document.positionAt(change.end)), change.text);
    const isApplied = await vscode.workspace.applyEdit(edit);
    if (!isApplied || document.getText() !== proposal.after) {
      void vscode.window.showWarningMessage(l10n.t('{0} could not be changed. It may be read-only.', name));
      return;
    }
    await close((each) => each.toString() === uri.toString());
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start), preview: false });
  }

  /** The person agreed to another difference than there would be now: nothing is written before they have seen that. */
  async function showAnew(uri: vscode.Uri, proposal: Proposal): Promise<void> {
    const { document, before } = proposal;
    const name = documentName(document);
    const isWhole = proposal.edits === undefined;
    const edits = proposal.edits && movedEdits(proposal.edits, before, document);
    if (!isWhole && edits === undefined) {
      await close((each) => each.toString() === uri.toString());
      void vscode.window.showWarningMessage(l10n.t('The selected code in {0} has changed since. Select it and apply again.', name));
      return;
    }
    await show({ ...proposal, edits });
    void vscode.window.showWarningMessage(l10n.t('{0} has changed since. Look at the new difference, then apply it.', name));
  }

  async function discard(shown?: unknown): Promise<void> {
    const uri = differenceUri(shown);
    if (uri !== undefined) await close((each) => each.toString() === uri.toString());
  }

  return {
    propose,
    apply,
    discard,
    dispose: () => {
      subscriptions.dispose();
    },
  };
}

/** The whole document, which keeps the line break at its end. */
function wholeText(code: string, before: string): string {
  return before.endsWith('\n') && !code.endsWith('\n') ? `${code}\n` : code;
}

function withLineEnds(text: string, eol: vscode.EndOfLine): string {
  return text.replace(/\r\n?|\n/g, eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
}

function edited(document: vscode.TextDocument, edits: readonly CodeEdit[]): string {
  const ascending = edits.toSorted((one, other) => one.range.start.compareTo(other.range.start));
  const before = document.getText();
  let [text, end] = ['', 0];
  for (const edit of ascending) {
    text += before.slice(end, document.offsetAt(edit.range.start)) + edit.text;
    end = document.offsetAt(edit.range.end);
  }
  return text + before.slice(end);
}

/** The same edits in a document that has changed around them; undefined where it has changed within. */
function movedEdits(edits: readonly CodeEdit[], before: string, document: vscode.TextDocument): readonly CodeEdit[] | undefined {
  const now = document.getText();
  const [edit] = edits;
  // Only one place can be found again for certain.
  if (edit === undefined || edits.length > 1) return undefined;
  const old = linesIn(before, edit.range);
  const at = now.indexOf(old);
  if (old.trim() === '' || at < 0 || now.includes(old, at + 1)) return undefined;
  const start = document.positionAt(at);
  const moved = start.line - edit.range.start.line;
  return [{ ...edit, range: new vscode.Range(edit.range.start.translate(moved), edit.range.end.translate(moved)) }];
}

/** The whole lines of a range. */
function linesIn(text: string, { start, end }: vscode.Range): string {
  return text.split(/(?<=\n)/).slice(start.line, end.line + 1).join('');
}

interface DifferenceTab {
  readonly tab: vscode.Tab;
  readonly uri: vscode.Uri;
}

function differenceTabs(): readonly DifferenceTab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).flatMap((tab) => {
    const uri = tab.input instanceof vscode.TabInputTextDiff ? tab.input.modified : undefined;
    return uri?.scheme === proposedScheme ? [{ tab, uri }] : [];
  });
}

async function close(isMeant: (uri: vscode.Uri) => boolean): Promise<void> {
  await vscode.window.tabGroups.close(differenceTabs().filter(({ uri }) => isMeant(uri)).map(({ tab }) => tab));
}

/** What a button in the title bar is for, or else the difference in the active tab. */
function differenceUri(shown: unknown): vscode.Uri | undefined {
  if (shown instanceof vscode.Uri && shown.scheme === proposedScheme) return shown;
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return differenceTabs().find(({ tab }) => tab === activeTab)?.uri;
}
