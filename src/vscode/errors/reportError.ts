import * as vscode from 'vscode';
import type { RedactedLog } from './redactedLog.ts';
import { KeyStorageError } from '../connection/apiKeyStore.ts';
import { showError } from '../dialogs/messages.ts';

/** Shows and logs errors that do not belong to a reply. */
export interface ErrorReporter {
  readonly reportError: (error: unknown) => void;
  /** Reports that data could not be written to disk. The data must still be in memory. */
  readonly reportSaveError: (error: unknown) => void;
}

export function createErrorReporter(log: RedactedLog): ErrorReporter {
  const show = (sentence: string, error: unknown) => {
    log.error(error);
    const showLog = vscode.l10n.t('Show Log');
    showError(sentence, showLog).then(
      (choice) => {
        if (choice === showLog) log.show();
      },
      () => undefined,
    );
  };
  return {
    reportError: (error) => show(sentenceAbout(error), error),
    reportSaveError: (error) =>
      show(
        vscode.l10n.t('Tally Chat couldn’t write to disk. Text that is shown may be lost when you close the window.'),
        error,
      ),
  };
}

function sentenceAbout(error: unknown): string {
  const { l10n } = vscode;
  if (isFileError(error)) return l10n.t('A file can’t be read or written ({0}). The log has the details.', error.code);
  if (!(error instanceof KeyStorageError)) return l10n.t('An error occurred. The log has the details.');
  return error.action === 'save'
    ? l10n.t(
        'Your API key wasn’t saved, because VS Code can’t write to its secret storage. Check your system’s keyring, and try again.',
      )
    : l10n.t(
        'Your API key wasn’t removed, because VS Code can’t write to its secret storage. Check your system’s keyring, and try again.',
      );
}

/** Returns true for an error of Node's file system, for example because a folder cannot be read. */
function isFileError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'path' in error && 'code' in error && typeof error.code === 'string';
}
