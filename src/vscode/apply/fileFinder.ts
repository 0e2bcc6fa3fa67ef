import * as vscode from 'vscode';
import type { TargetEditor } from '../code/targetEditor.ts';
import { createWorkspaceFiles, distinctUris } from '../context/workspaceFiles.ts';
import { showWarning } from '../dialogs/messages.ts';
import type { ProposedChanges } from './proposedChanges.ts';
import { findNamedFile, pickAttached, toFile, type FoundFile } from './targetFile.ts';

/** Finds the files to which the code of a reply belongs. `attachedFiles` are the files of the question. */
export interface FileFinder {
  /**
   * Returns the file for code for which the reply names none: the only attached file, or the file in the active editor if
   * none is attached. Returns undefined if there is none, or if several files are attached.
   */
  readonly unnamedFile: (attachedFiles: readonly vscode.Uri[]) => vscode.Uri | undefined;
  /**
   * Finds the file that a reply names (see findNamedFile). Asks the user if it names several. Without a name, returns the
   * file of `unnamedFile`, or asks if several files are attached. Returns undefined if there is no file.
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

  const shownFile = () => targetEditor.current()?.document.uri ?? proposals.shownFile();

  function unnamedFile(attachedFiles: readonly vscode.Uri[]): vscode.Uri | undefined {
    const [first, ...others] = distinctUris(attachedFiles);
    if (others.length > 0) return undefined;
    return first ?? shownFile();
  }

  return {
    unnamedFile,
    find: async (named, attachedFiles) => {
      const shown = shownFile();
      const candidates = distinctUris(shown === undefined ? attachedFiles : [...attachedFiles, shown]);
      if (named.length > 0) return findNamedFile(named, await listFiles(), candidates);
      const unnamed = unnamedFile(attachedFiles);
      if (unnamed !== undefined) return { ...toFile(unnamed), isNew: false };
      return candidates.length === 0 ? undefined : pickAttached(candidates.map(toFile));
    },
  };
}
