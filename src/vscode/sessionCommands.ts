import * as vscode from 'vscode';
import type { Ledger } from '../meter/ledger/ledger.ts';
import { readSettings } from './settings.ts';
import { spendRows } from './spendStatusBar.ts';

/** The breakdown of the status bar, for those who cannot hover. */
export async function showSpend(ledger: Ledger, sessionId: string): Promise<void> {
  await ledger.refresh();
  const { l10n } = vscode;
  const items = spendRows(ledger.summarize(sessionId, new Date())).map((row) => ({
    label: row.name,
    description: row.amount,
    detail: l10n.t('{0} tokens in, of which {1} cached · {2} out', row.input, row.cachedInput, row.output),
  }));
  await vscode.window.showQuickPick(items, { title: l10n.t('What Tally spent') });
}

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
