import * as vscode from 'vscode';
import { confirm } from '../dialogs/askModal.ts';
import { showInformation } from '../dialogs/messages.ts';
import type { ServiceConnection } from './serviceConnection.ts';

/**
 * Removes the API key of one origin, or all keys. If there are several keys, asks which. Asks for confirmation, and then
 * says what was removed.
 */
export async function removeApiKey({
  apiKeys,
  setup,
  origin,
}: Pick<ServiceConnection, 'apiKeys' | 'setup' | 'origin'>): Promise<void> {
  const { l10n } = vscode;
  const stored = await apiKeys.origins();
  const removed = stored.length > 1 ? await pickOrigins(stored, origin()) : stored;
  if (removed === undefined || (removed.length > 0 && !(await confirmRemoval(removed)))) return;
  for (const each of removed) await apiKeys.remove(each);

  const current = await setup();
  const usesEnvironment = current.status === 'ready' && (await apiKeys.get(current.connection.origin)) === undefined;
  const sentences = [
    removedSentence(removed),
    ...(usesEnvironment
      ? [
          l10n.t(
            'Requests still use the API key in the environment variable TALLY_API_KEY, with which VS Code was started.',
          ),
        ]
      : []),
  ];
  void showInformation(sentences.join(' '));
}

async function confirmRemoval([origin = '', ...others]: readonly string[]): Promise<boolean> {
  const { l10n } = vscode;
  if (others.length === 0)
    return confirm(
      l10n.t('Remove your key for {0} from this computer?', origin),
      l10n.t('Many services show a key only once. If you don’t have it elsewhere, you will need a new key.'),
      { safe: l10n.t('Keep Key'), acting: l10n.t('Remove Key') },
    );
  return confirm(
    l10n.t('Remove all your keys from this computer?'),
    l10n.t('Many services show a key only once. If you don’t have one elsewhere, you will need a new key.'),
    { safe: l10n.t('Keep Keys'), acting: l10n.t('Remove Keys') },
  );
}

function removedSentence(removed: readonly string[]): string {
  const { l10n } = vscode;
  const [origin] = removed;
  if (origin === undefined) return l10n.t('No key is stored on this computer.');
  if (removed.length === 1) return l10n.t('Your key for {0} was removed from this computer.', origin);
  return l10n.t('All your keys were removed from this computer.');
}

/** Asks which keys to remove. Resolves with their origins, or undefined if the user cancels or picks none. */
async function pickOrigins(stored: readonly string[], current: string): Promise<readonly string[] | undefined> {
  const { l10n } = vscode;
  const items = stored.map((origin) => ({
    label: origin,
    ...(origin === current && { description: l10n.t('in use') }),
    origins: [origin],
  }));
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator, origins: [] };
  const all = { label: l10n.t('All keys'), origins: stored };
  // The first item must be harmless. The Enter key that ran the command may still be held down, and its repetition
  // picks the first item.
  const none = { label: l10n.t('Keep all keys'), origins: undefined };
  const picked = await vscode.window.showQuickPick([none, ...items, separator, all], {
    title: l10n.t('Remove API Key'),
    placeHolder: l10n.t('Select the key to remove'),
  });
  return picked?.origins;
}
