import * as vscode from 'vscode';
import { withoutLinks } from './plainText.ts';

/** Shows a notification until `run` ends. Links in the title are shown as text. */
export async function withProgress<T>(title: string, run: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: withoutLinks(title) },
    run,
  );
}

/** Shows the progress bar of a view until `run` ends. */
export async function withViewProgress<T>(viewId: string, run: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: { viewId } }, run);
}

/**
 * Shows a notification with the progress of `run`. The notification's Cancel button aborts the signal. Links in the
 * title are shown as text.
 */
export async function withCancellableProgress<T>(
  title: string,
  run: (signal: AbortSignal, progress: vscode.Progress<{ readonly increment: number }>) => Promise<T>,
): Promise<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: withoutLinks(title), cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return run(controller.signal, progress);
    },
  );
}
