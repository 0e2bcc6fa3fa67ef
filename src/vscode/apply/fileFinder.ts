import * as vscode from 'vscode';
import type { TargetEditor } from '../code/targetEditor.ts';
import { createWorkspaceFiles } from '../context/workspaceFiles.ts';
import { showWarning } from '../dialogs/messages.ts';
import type { ProposedChanges } from './proposedChanges.ts';
import { findNamedFile, toFile, type FoundFile } from './targetFile.ts';

/** Finds the files to which the code of a reply belongs. */
export interface FileFinder {
  /** Returns the file for code for which the reply names none. `attachedFiles` are the files of the question. */
  readonly unnamedFile: (attachedFiles: readonly vscode.Uri[]) => vscode.Uri | undefined;
  /**
   * Finds the file that a reply names (see findNamedFile). Asks the user if it names several. Without a name, returns the
   * file of `unnamedFile`, or undefined if there is none.
   */
  readonly find: (named: readonly string[], attachedFiles: readonly vscode.Uri[]) => Promise<FoundFile>;
}

export function createFileFinder(
  targetEditor: Pick<TargetEditor, 'current'>,
  proposals: Pick<ProposedChanges, 'shownFile'>,
  excludedGlobs: () => readonly string[],
): FileFinder {
  const tellTimeout = () => {
    void showWarning(vscode.l10n.t('Listing the files of the workspace takes too long. Only open files are found.'));
  };
  const listFiles = createWorkspaceFiles(excludedGlobs, () => performance.now(), tellTimeout);

  function unnamedFile(attachedFiles: readonly vscode.Uri[]): vscode.Uri | undefined {
    const attached = new Map(attachedFiles.map((uri) => [uri.toString(), uri]));
    if (attached.size === 1) return attachedFiles[0];
    return targetEditor.current()?.document.uri ?? proposals.shownFile();
  }

  return {
    unnamedFile,
    find: async (named, attachedFiles) => {
      const unnamed = unnamedFile(attachedFiles);
      if (named.length === 0) return unnamed && { ...toFile(unnamed), isNew: false };
      const preferred = unnamed === undefined ? attachedFiles : [unnamed, ...attachedFiles];
      return findNamedFile(named, await listFiles(), preferred);
    },
  };
}
