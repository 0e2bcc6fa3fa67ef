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
    const showLog = vscode.l10n.t('Show Log');
    showError(sentence, showLog).then(
      (choice) => {
        if (choice === showLog) log.show();
      },
      () => undefined,
    );
  };
  return {
    reportError: (error) => show(vscode.l10n.t('An error occurred. The log has the details.'), error),
    reportSaveError: (error) =>
      show(
        vscode.l10n.t('Tally Chat couldn’t write to disk. Text that is shown may be lost when you close the window.'),
        error,
      ),
  };
}
