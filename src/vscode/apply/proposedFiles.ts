import * as vscode from 'vscode';
import { changeTo } from '../code/codeEdits.ts';
import { proposedScheme } from '../code/targetEditor.ts';

/** The texts of the proposed changes as files in memory, so that the user can edit them like any other file. */
export interface ProposedFiles {
  /** Creates a file with a new URI that ends with `path`, and opens it as a document. */
  readonly create: (path: string, text: string) => Promise<vscode.TextDocument>;
  /** Sets the text of an open file in one undo step. */
  readonly replace: (uri: vscode.Uri, text: string) => Promise<void>;
  /** Removes a file whose editor was closed. */
  readonly delete: (uri: vscode.Uri) => void;
  readonly dispose: () => void;
}

interface StoredFile {
  readonly content: Uint8Array;
  /** Milliseconds since the epoch. Each change increases the time, because VS Code compares times to find changes. */
  readonly changedAt: number;
}

/** With a byte order mark, VS Code decodes the text as UTF-8, whatever encoding the user's settings have. */
const byteOrderMark = '\ufeff';

/**
 * Registers the file system. Each change of a document is saved at once, so that the document never counts as unsaved.
 */
export function createProposedFiles(): ProposedFiles {
  const files = new Map<string, StoredFile>();
  /** Never fires, because only VS Code changes the files. */
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

  function set(uri: vscode.Uri, content: Uint8Array): void {
    const key = uri.toString();
    files.set(key, { content, changedAt: Math.max(Date.now(), (files.get(key)?.changedAt ?? 0) + 1) });
  }

  function get(uri: vscode.Uri): StoredFile {
    const file = files.get(uri.toString());
    if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }

  const refuse = (uri: vscode.Uri) => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: (uri) => {
      const { content, changedAt } = get(uri);
      return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: content.length };
    },
    readFile: (uri) => get(uri).content,
    writeFile: (uri, content) => {
      get(uri);
      set(uri, content);
    },
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  const subscriptions = vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(proposedScheme, provider, { isCaseSensitive: true }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === proposedScheme && document.isDirty)
        // On save, VS Code may format the text, as it will format the file.
        void document.save();
    }),
  );
  let lastId = 0;
  return {
    create: async (path, text) => {
      // An earlier document with the same URI may still be in memory, with another text and its undo steps.
      lastId += 1;
      const uri = vscode.Uri.from({ scheme: proposedScheme, path, query: String(lastId) });
      set(uri, encode(text));
      return vscode.workspace.openTextDocument(uri);
    },
    replace: async (uri, text) => {
      const document = await vscode.workspace.openTextDocument(uri);
      const change = changeTo(document, text);
      if (change === undefined) return;
      const edit = new vscode.WorkspaceEdit();
      edit.replace(uri, change.range, change.text);
      await vscode.workspace.applyEdit(edit);
    },
    delete: (uri) => void files.delete(uri.toString()),
    dispose: () => {
      subscriptions.dispose();
    },
  };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(byteOrderMark + text);
}
