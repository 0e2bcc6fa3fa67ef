import type * as vscode from 'vscode';
import type { Change } from './change.ts';
import { hasSameLines } from './changeFile.ts';
import {
  closeDifferences,
  closeOutdatedDifferences,
  onDidCloseDifferences,
  shownDifferences,
} from './differenceTabs.ts';
import type { ProposedFiles } from './proposedFiles.ts';

/** A change that is shown in a diff editor. */
export interface Proposal {
  readonly change: Change;
  readonly document: vscode.TextDocument;
  /** The URI of the left side: the file, or an empty file in memory. */
  readonly left: vscode.Uri;
  /** True if the user had edited an earlier text of the proposal, which the change contains. */
  readonly hasEarlierEdits: boolean;
}

/** Returns true if the text of a proposal contains edits of the user, which would be lost if it was planned again. */
export function isEdited({ change, document, hasEarlierEdits }: Proposal): boolean {
  return hasEarlierEdits || !hasSameLines(document.getText(), change.after);
}

/** The proposals that can be applied. */
export interface OpenProposals {
  /** Returns the proposal whose document has a URI. */
  readonly get: (uri: string) => Proposal | undefined;
  readonly find: (file: vscode.Uri) => Proposal | undefined;
  /** Adds a proposal. It replaces the proposal with the same document, if there is one. */
  readonly add: (proposal: Proposal) => void;
  /**
   * Removes proposals, and closes the diff editors that then show no proposal any more. The texts that a review still
   * shows beside others become read-only.
   */
  readonly close: (closed: readonly Proposal[]) => Promise<void>;
  /** Closes the reviews that show ended proposals beside proposals that other diff editors show. */
  readonly closeOutdated: () => Promise<void>;
  readonly dispose: () => void;
}

/** Also removes a proposal, and deletes its files, when its diff editor is closed. */
export function createOpenProposals(files: Pick<ProposedFiles, 'freeze' | 'delete'>): OpenProposals {
  /** The proposals by the URIs of their documents. */
  const proposals = new Map<string, Proposal>();
  /** The proposals that were applied or discarded, but that a review still shows beside others. */
  const ended = new Map<string, Proposal>();

  function remove({ change, document, left }: Proposal): void {
    proposals.delete(document.uri.toString());
    ended.delete(document.uri.toString());
    files.delete(document.uri);
    if (change.isNew) files.delete(left);
  }

  const subscription = onDidCloseDifferences((closed) => {
    for (const uri of closed) {
      const proposal = proposals.get(uri) ?? ended.get(uri);
      if (proposal !== undefined) remove(proposal);
    }
  });
  return {
    get: (uri) => proposals.get(uri),
    find: (file) => [...proposals.values()].find(({ change }) => change.uri.toString() === file.toString()),
    add: (proposal) => {
      proposals.set(proposal.document.uri.toString(), proposal);
    },
    close: async (closed) => {
      // VS Code would ask about unsaved changes.
      for (const { document } of closed) if (document.isDirty) await document.save();
      for (const { document } of closed) proposals.delete(document.uri.toString());
      await closeDifferences((uri) => !proposals.has(uri.toString()));
      const shown = shownDifferences();
      for (const proposal of closed) {
        const { uri } = proposal.document;
        if (shown.has(uri.toString())) {
          ended.set(uri.toString(), proposal);
          files.freeze(uri);
        } else {
          remove(proposal);
        }
      }
    },
    closeOutdated: async () => closeOutdatedDifferences((uri) => ended.has(uri)),
    dispose: () => {
      subscription.dispose();
    },
  };
}
