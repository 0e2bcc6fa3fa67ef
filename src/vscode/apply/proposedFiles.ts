import * as vscode from 'vscode';
import { createDebounce, type Debounce } from '../../common/async/debounce.ts';
import { addChangeTo } from '../code/codeEdits.ts';
import { otherProposedScheme, proposedAuthority, proposedScheme } from '../code/targetEditor.ts';

/** The texts of the proposed changes as files in memory, so that the user can edit them like any other file. */
export interface ProposedFiles {
  /** Creates a file with a new URI that ends with `path`, and opens it as a document. */
  readonly create: (path: string, text: string) => Promise<vscode.TextDocument>;
  /**
   * Sets the text of an open file in one undo step. Resolves with false, and changes nothing, if the user changes the text
   * before VS Code does.
   */
  readonly replace: (document: vscode.TextDocument, text: string) => Promise<boolean>;
  /** Makes a file read-only that is still shown, but whose edits would have no effect. */
  readonly freeze: (uri: vscode.Uri) => void;
  /** Removes a file whose editor was closed. */
  readonly delete: (uri: vscode.Uri) => void;
  readonly dispose: () => void;
}

interface StoredFile {
  readonly content: Uint8Array;
  /** Milliseconds since the epoch. Each change increases the time, because VS Code compares times to find changes. */
  readonly changedAt: number;
  readonly isReadOnly: boolean;
}

/** With a byte order mark, VS Code decodes the text as UTF-8, whatever encoding the user's settings have. */
const byteOrderMark = '\ufeff';

/**
 * The time without a change after which a document is saved. A save may format the text or remove spaces at the ends of
 * lines, and must not do so between two typed characters.
 */
const saveDelayMilliseconds = 1_000;

/**
 * Registers the file system. Documents are saved soon after each change, so that VS Code does not ask about unsaved
 * changes when the user closes an editor.
 */
export function createProposedFiles(wantedScheme = proposedScheme, saveDelay = saveDelayMilliseconds): ProposedFiles {
  const files = new Map<string, StoredFile>();
  const saves = new Map<string, Debounce>();
  /** Fires only when a file becomes read-only, because only VS Code changes the texts. */
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

  function set(uri: vscode.Uri, content: Uint8Array, isReadOnly = false): void {
    const key = uri.toString();
    files.set(key, { content, changedAt: Math.max(Date.now(), (files.get(key)?.changedAt ?? 0) + 1), isReadOnly });
  }

  function get(uri: vscode.Uri): StoredFile {
    const file = files.get(uri.toString());
    if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }

  function saveSoon(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const save = saves.get(key) ?? createDebounce(saveDelay);
    saves.set(key, save);
    save.schedule(() => {
      if (document.isDirty) void document.save();
    });
  }

  function remove(uri: vscode.Uri): void {
    const key = uri.toString();
    saves.get(key)?.cancel();
    saves.delete(key);
    files.delete(key);
  }

  const refuse = (uri: vscode.Uri) => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: (uri) => {
      const { content, changedAt, isReadOnly } = get(uri);
      const permissions = isReadOnly ? { permissions: vscode.FilePermission.Readonly } : undefined;
      return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: content.length, ...permissions };
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
  const { scheme, registration } = register(provider, wantedScheme);
  const subscriptions = vscode.Disposable.from(
    changed,
    registration,
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === scheme && document.isDirty) saveSoon(document);
    }),
  );
  let lastId = 0;
  return {
    create: async (path, text) => {
      // An earlier document with the same URI may still be in memory, with another text and its undo steps.
      lastId += 1;
      // The path of an untitled file has no slash at its start, which VS Code adds to the paths of file systems.
      const uri = vscode.Uri.from({
        scheme,
        authority: proposedAuthority,
        path: path.replace(/^(?!\/)/, '/'),
        query: String(lastId),
      });
      set(uri, encode(text));
      return vscode.workspace.openTextDocument(uri);
    },
    replace: async (document, text) => {
      const { uri, version } = document;
      const edit = new vscode.WorkspaceEdit();
      if (!addChangeTo(edit, document, text)) return true;
      // VS Code refuses an edit of an older version of the text.
      if (!(await vscode.workspace.applyEdit(edit)) && document.version !== version) return false;
      await (await vscode.workspace.openTextDocument(uri)).save();
      return true;
    },
    freeze: (uri) => {
      set(uri, get(uri).content, true);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    delete: remove,
    dispose: () => {
      for (const save of saves.values()) save.cancel();
      subscriptions.dispose();
    },
  };
}

/** Registers a file system with a scheme or, if the scheme already has a file system, with another scheme. */
function register(provider: vscode.FileSystemProvider, scheme: string) {
  const registerAs = (each: string) => ({
    scheme: each,
    registration: vscode.workspace.registerFileSystemProvider(each, provider, { isCaseSensitive: true }),
  });
  try {
    return registerAs(scheme);
  } catch {
    return registerAs(otherProposedScheme);
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(byteOrderMark + text);
}
