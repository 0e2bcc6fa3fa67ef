import * as vscode from 'vscode';

/** Shows that something is awaited, and how far it is where that is reported; cancelling it aborts the signal. */
export async function withProgress<T>(
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
