import { join } from 'node:path';
import * as vscode from 'vscode';
import type { DraftReport } from '../../chat/windows/windowDrafts.ts';
import { showWarning } from '../dialogs/messages.ts';
import { plainName } from '../dialogs/plainText.ts';

/**
 * Returns a function that tells the user about a file that could not be read completely. The function takes the file's
 * name in `folder`.
 */
export function tellUnreadable(folder: string): (name: string) => void {
  return tellKept(folder, (file) =>
    vscode.l10n.t('A file of Tally Chat couldn’t be read completely. The file was kept: {0}', file),
  );
}

/**
 * Returns a function that tells the user about a journal of the ledger that could not be read. The function takes the
 * journal's path in `folder`.
 */
export function tellUnreadableSpend(folder: string): (journal: string) => void {
  return tellKept(folder, (file) =>
    vscode.l10n.t(
      'A file with a part of your spend couldn’t be read. This spend is missing from all sums, your limits and your balance. The file was kept: {0}',
      file,
    ),
  );
}

function tellKept(folder: string, sentences: (file: string) => string): (name: string) => void {
  return (name) => {
    const file = join(folder, name);
    const open = vscode.l10n.t('Open File');
    showWarning(sentences(plainName(file)), open).then(
      (choice) => {
        if (choice === open) void vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
      },
      () => undefined,
    );
  };
}

/**
 * Returns functions that tell the user about a draft that cannot be read, or that can be read only in part.
 *
 * @param folder the folder of the drafts
 * @param logError writes an error to the log
 */
export function createDraftReport(folder: string, logError: (error: unknown) => void): DraftReport {
  return {
    onUnreadable: tellUnreadable(folder),
    onReadError: (error) => {
      logError(error);
      void showWarning(
        vscode.l10n.t(
          'Your unsent message can’t be read now. It’s kept, and is read again when VS Code starts the next time.',
        ),
      );
    },
  };
}
