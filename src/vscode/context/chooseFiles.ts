import * as vscode from 'vscode';

/** Asks for files to attach. Resolves with undefined if the user cancels. */
export async function chooseFiles(): Promise<readonly vscode.Uri[] | undefined> {
  const { l10n } = vscode;
  return vscode.window.showOpenDialog({
    canSelectMany: true,
    openLabel: l10n.t('Add'),
    title: l10n.t('Add files to the chat'),
  });
}
