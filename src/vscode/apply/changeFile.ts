import * as vscode from 'vscode';
import { addChangeTo, changeTo } from '../code/codeEdits.ts';
import { documentName } from '../code/targetEditor.ts';
import { showWarning } from '../dialogs/messages.ts';
import { fileName } from '../dialogs/plainText.ts';

/** Changes the text of an editor in one undo step. Resolves with false if it cannot be changed. */
export async function changeText(editor: vscode.TextEditor, text: string): Promise<boolean> {
  const { document } = editor;
  const after = withLineEnds(text, document);
  const change = changeTo(document, after);
  if (change === undefined) return true;
  // An edit without the editor would change the text of a read-only file, which then could not be saved.
  const isDone = await editor.edit((builder) => builder.replace(change.range, change.text));
  if (!isDone || document.getText() !== after) {
    tellReadOnly(document);
    return false;
  }
  editor.selection = new vscode.Selection(change.range.start, change.range.start);
  editor.revealRange(editor.selection);
  return true;
}

/**
 * Saves a document that an edit without an editor has changed, unless the user's settings for refactorings say otherwise.
 * If the file is read-only, restores the text, says so, and resolves with false.
 *
 * @param after The text after the edit. If the user has changed the text meanwhile, the document is not saved.
 */
export async function saveChanged(document: vscode.TextDocument, before: string, after: string): Promise<boolean> {
  if (before === after || document.getText() !== after) return true;
  const settings = vscode.workspace.getConfiguration('files', document.uri);
  // Nobody sees that hidden files are unsaved.
  if (settings.get<boolean>('refactoring.autoSave', true)) await document.save();
  // Such an edit also changes the text of a read-only file, which is then neither unsaved nor saved.
  if (document.isDirty || !(await isOnDisk(document, before))) return true;
  const edit = new vscode.WorkspaceEdit();
  addChangeTo(edit, document, before);
  await vscode.workspace.applyEdit(edit);
  tellReadOnly(document);
  return false;
}

/** Resolves with true if the file of a document exists, and contains a text, apart from its line ends. */
async function isOnDisk({ uri, encoding }: vscode.TextDocument, text: string): Promise<boolean> {
  const { workspace } = vscode;
  try {
    const onDisk = await workspace.decode(await workspace.fs.readFile(uri), { encoding });
    return hasSameLines(onDisk, text);
  } catch {
    return false;
  }
}

function tellReadOnly(document: vscode.TextDocument): void {
  void showWarning(vscode.l10n.t('{0} couldn’t be changed. It may be read-only.', documentName(document)));
}

/** Returns true if two texts are equal, apart from their line ends. */
export function hasSameLines(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');
}

/** Returns the text with the line ends of a document. */
export function withLineEnds(text: string, { eol }: vscode.TextDocument): string {
  return text.replace(/\r?\n/g, eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
}

/**
 * Creates a file in the encoding that the settings have for it, and shows it. Resolves with false if it cannot be created,
 * or if the encoding lacks characters of the text.
 */
export async function createFile(uri: vscode.Uri, text: string): Promise<boolean> {
  const contents = await encodeText(uri, text);
  if (contents === undefined) return false;
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents });
  if (!(await vscode.workspace.applyEdit(edit))) {
    void showWarning(vscode.l10n.t('{0} couldn’t be created.', fileName(uri)));
    return false;
  }
  await vscode.window.showTextDocument(uri, { preview: false });
  return true;
}

/**
 * Resolves with the bytes of a text in the encoding of a document or, for a file to create, in the encoding that the
 * settings have for it. If this encoding lacks characters of the text, says so, and resolves with undefined.
 */
export async function encodeText(
  target: vscode.TextDocument | vscode.Uri,
  text: string,
): Promise<Uint8Array | undefined> {
  const { workspace, l10n } = vscode;
  const isNew = target instanceof vscode.Uri;
  const uri = isNew ? target : target.uri;
  // With the setting `files.autoGuessEncoding`, VS Code may decode the bytes of a new file in another encoding.
  const encoding = isNew ? workspace.getConfiguration('files', uri).get('encoding', 'utf8') : target.encoding;
  const contents = await (isNew ? workspace.encode(text, { uri }) : workspace.encode(text, { encoding }));
  if (isNew && (await workspace.decode(contents, { uri })) === text) return contents;
  if ((await workspace.decode(contents, { encoding })) === text) return contents;
  const name = fileName(uri);
  void showWarning(
    isNew
      ? l10n.t(
          '{0} wasn’t created, because its encoding lacks some characters of the code. Change the setting “files.encoding” or the code, then apply it again.',
          name,
        )
      : l10n.t('{0} wasn’t changed, because its encoding lacks some characters of the code.', name),
  );
  return undefined;
}

/** Resolves with undefined if the file is binary, because VS Code opens no binary files as documents. */
export async function openText(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

/**
 * Resolves with true if the file of a document contains bytes that are no text in the document's encoding. VS Code shows
 * the replacement character in their place, so that saving the document would destroy them.
 */
export async function hasUndecodedBytes(document: vscode.TextDocument): Promise<boolean> {
  if (!document.getText().includes('\ufffd')) return false;
  const { workspace } = vscode;
  const { encoding } = document;
  const bytes = await workspace.fs.readFile(document.uri);
  const encoded = await workspace.encode(await workspace.decode(bytes, { encoding }), { encoding });
  return Buffer.compare(bytes, encoded) !== 0;
}
