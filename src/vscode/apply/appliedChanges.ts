import * as vscode from 'vscode';
import { hashOf } from '../../common/text/hashOf.ts';

/** A change that the user has applied to a file. */
export interface AppliedChange {
  readonly uri: vscode.Uri;
  /** True if the change has created the file. `before` is then empty. */
  readonly isCreated: boolean;
  /** The texts of the file's document before and after the change. */
  readonly before: string;
  readonly after: string;
  /** The blocks of code (see blockId) that the change comes from. */
  readonly blocks: readonly string[];
  /** The texts between which only these blocks changed the file. Absent if no other blocks were applied with them. */
  readonly part?: { readonly before: string; readonly after: string };
}

/** The changes that the user has applied in this window. Keeps the last 50. */
export interface AppliedChanges {
  /** Returns the hashes of the blocks of code whose changes are still in their files. */
  readonly keys: () => readonly number[];
  /** Fires when `keys` may return other keys. */
  readonly onDidChange: vscode.Event<void>;
  /** Returns the changes of a block of code that are still in their files, the latest first. */
  readonly changesOf: (block: string) => readonly AppliedChange[];
  /** Returns the changes that were applied to the same file in one edit and are still there, with the given one. */
  readonly appliedWith: (change: AppliedChange) => readonly AppliedChange[];
  readonly add: (change: AppliedChange) => void;
  /** Must be called when a change was undone. */
  readonly remove: (change: AppliedChange) => void;
  readonly dispose: () => void;
}

interface Entry {
  readonly change: AppliedChange;
  /** The hashes of the blocks of code. */
  readonly keys: readonly number[];
  /** True while the file has its old text, for example after the user has undone the change in the editor. */
  isUndone: boolean;
}

const maxChanges = 50;

export function createAppliedChanges(): AppliedChanges {
  const changed = new vscode.EventEmitter<void>();
  let entries: readonly Entry[] = [];

  const applied = () => entries.filter(({ isUndone }) => !isUndone);

  function setUndone(uri: vscode.Uri, isUndone: (change: AppliedChange) => boolean | undefined): void {
    const file = uri.toString();
    for (const entry of entries) {
      const next = entry.change.uri.toString() === file ? isUndone(entry.change) : undefined;
      if (next === undefined || next === entry.isUndone) continue;
      entry.isUndone = next;
      changed.fire();
    }
  }

  const subscriptions = vscode.Disposable.from(
    changed,
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      setUndone(document.uri, ({ before, after, isCreated }) => {
        if (!isCreated && hasText(document, before)) return true;
        return hasText(document, after) ? false : undefined;
      });
    }),
    vscode.workspace.onDidDeleteFiles(({ files }) => {
      for (const uri of files) setUndone(uri, ({ isCreated }) => isCreated || undefined);
    }),
  );
  return {
    keys: () => [...new Set(applied().flatMap(({ keys }) => keys))],
    onDidChange: changed.event,
    changesOf: (block) =>
      applied()
        .filter(({ change }) => change.blocks.includes(block))
        .map(({ change }) => change)
        .toReversed(),
    appliedWith: ({ uri, before, after }) =>
      applied()
        .map(({ change }) => change)
        .filter((each) => each.uri.toString() === uri.toString() && each.before === before && each.after === after),
    add: (change) => {
      const entry = { change, keys: change.blocks.map(hashOf), isUndone: false };
      entries = [...entries, entry].slice(-maxChanges);
      changed.fire();
    },
    remove: (change) => {
      entries = entries.filter((entry) => entry.change !== change);
      changed.fire();
    },
    dispose: () => {
      subscriptions.dispose();
    },
  };
}

/** Compares the lengths first, because `getText` copies the whole text at each typed character. */
function hasText(document: vscode.TextDocument, text: string): boolean {
  const end = document.lineAt(document.lineCount - 1).range.end;
  return document.offsetAt(end) === text.length && document.getText() === text;
}
