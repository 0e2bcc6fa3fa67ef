import * as vscode from 'vscode';
import type { RedactedLog } from './redactedLog.ts';
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
    const showLog = vscode.l10n.t('Show log');
    showError(sentence, showLog).then(
      (choice) => {
        if (choice === showLog) log.show();
      },
      () => undefined,
    );
  };
  return {
    reportError: (error) => show(vscode.l10n.t('Tally Chat could not do that. The log has the details.'), error),
    reportSaveError: (error) =>
      show(
        vscode.l10n.t('Tally Chat could not write to disk. What is shown may be lost when the window closes.'),
        error,
      ),
  };
}
