import * as vscode from 'vscode';
import { showInformation } from '../dialogs/messages.ts';

/** Opens the account page in the browser. If the address is not a valid https URL, offers to open the setting. */
export async function openAccount(accountUrl: string): Promise<void> {
  if (URL.canParse(accountUrl) && new URL(accountUrl).protocol === 'https:') {
    // See openLink for the reason to pass a string.
    await vscode.env.openExternal(accountUrl as unknown as vscode.Uri);
    return;
  }
  const open = vscode.l10n.t('Open Settings');
  const choice = await showInformation(
    vscode.l10n.t('Enter the URL of your account page in the setting tally.accountUrl. The URL must begin with https.'),
    open,
  );
  if (choice === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'tally.accountUrl');
}
