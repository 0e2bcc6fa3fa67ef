import * as vscode from 'vscode';
import { readSettings } from '../settings/settings.ts';

/** Opens the account page in the browser, or the setting for it. */
export async function openAccount(): Promise<void> {
  const { accountUrl } = readSettings();
  if (URL.canParse(accountUrl) && new URL(accountUrl).protocol === 'https:') {
    await vscode.env.openExternal(vscode.Uri.parse(accountUrl));
    return;
  }
  const open = vscode.l10n.t('Open settings');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('Enter the address of your account page, which begins with https, in the setting tally.accountUrl.'),
    open,
  );
  if (choice === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'tally.accountUrl');
}
