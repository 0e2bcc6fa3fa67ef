import * as vscode from 'vscode';

/** Shows a notification with the progress of `run`. The notification's Cancel button aborts the signal. */
export async function withCancellableProgress<T>(
  title: string,
  run: (signal: AbortSignal, progress: vscode.Progress<{ readonly increment: number }>) => Promise<T>,
): Promise<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return run(controller.signal, progress);
    },
  );
}
