import * as vscode from 'vscode';
import type { WorkspaceChat } from '../chat/workspaceChat.ts';
import type { Ledger } from '../meter/ledger.ts';
import { readSettings } from './settings.ts';
import { spendRows } from './spendStatusBar.ts';

/** Lists the sessions of this workspace; the one that is picked is shown and continued. */
export async function showSessions(chat: WorkspaceChat, origin: () => string): Promise<void> {
  const { l10n } = vscode;
  const when = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
  const sessions = await chat.listSessions();
  const items = sessions.map(({ id, title, at }) => ({
    id,
    label: title === '' ? l10n.t('Selection only') : title,
    description: when.format(at),
    ...(id === chat.session.id ? { iconPath: new vscode.ThemeIcon('check') } : {}),
  }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('There are no sessions in this workspace yet. Ask something to begin.'));
    return;
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Sessions in this workspace'),
    placeHolder: l10n.t('Open a session to read or continue it'),
    matchOnDescription: true,
  });
  if (picked !== undefined) await chat.openSession(picked.id, origin());
}

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
