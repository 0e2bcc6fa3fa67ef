import type * as vscode from 'vscode';
import type { AppliedChange } from './appliedChanges.ts';

/** A part of a change: the texts before and after some of its blocks of code. */
export interface ChangePart {
  /** See blockId. */
  readonly blocks: readonly string[];
  readonly before: string;
  readonly after: string;
}

/** A change of a file, or a new file. */
export interface Change {
  readonly uri: vscode.Uri;
  /** True if the file does not exist. `before` is then empty. */
  readonly isNew: boolean;
  /** The text of the file's document for which the change was planned. */
  readonly before: string;
  readonly after: string;
  /**
   * Plans the change again for another text of the file. Resolves with the new text of the file, or with undefined if
   * the place of the change is not certain.
   */
  readonly planAgain: (text: string) => Promise<string | undefined>;
  /** The blocks of code (see blockId) that the change comes from. */
  readonly blocks: readonly string[];
  /** A part for each time that blocks were added to the change. By default, the change is the only part. */
  readonly parts?: readonly ChangePart[];
  /** The applied changes that this change undoes. */
  readonly undone: readonly AppliedChange[];
}

/** Returns the parts of a change that come from blocks of code. */
export function partsOf({ parts, blocks, before, after }: Change): readonly ChangePart[] {
  return (parts ?? [{ blocks, before, after }]).filter((part) => part.blocks.length > 0);
}

/** Adds a change to an earlier change of the same file, if there is one. `added` begins with the text `earlier.after`. */
export function addToChange(earlier: Change | undefined, added: Change): Change {
  if (earlier === undefined) return added;
  return {
    ...added,
    before: earlier.before,
    planAgain: async (text) => {
      const between = await earlier.planAgain(text);
      return between === undefined ? undefined : added.planAgain(between);
    },
    blocks: [...new Set([...earlier.blocks, ...added.blocks])],
    parts: [...partsOf(earlier), ...partsOf(added)],
    undone: [...earlier.undone, ...added.undone],
  };
}
