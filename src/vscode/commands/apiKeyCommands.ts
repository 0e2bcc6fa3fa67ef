import * as vscode from 'vscode';
import { parseApiKey } from '../../api/apiKey.ts';
import { parseServiceAddress, type ServiceAddress, type ServiceAddressFault } from '../../api/serviceAddress.ts';
import type { ApiKeyStore, StoredApiKey } from '../connection/apiKeyStore.ts';
import { resolveAddress, type Environment, type Setup } from '../connection/connectionSource.ts';
import { describeAddressFault, describeApiKeyFault } from '../connection/describeInputFaults.ts';
import { saveBaseUrl } from '../settings/settings.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';

/** If the base URL is missing or invalid, asks for it. Then asks for the API key. Saves the answers. */
export async function setApiKey(apiKeys: ApiKeyStore, baseUrlSetting: string, environment: Environment): Promise<void> {
  const current = resolveAddress(baseUrlSetting, environment);
  const address = typeof current === 'string' ? await askForAddress(baseUrlSetting, current) : current;
  if (address !== undefined) await askAndSaveKey(apiKeys, address);
}

/** Asks for the base URL, which may stay as it is. Then asks for the API key. Saves the answers. */
export async function changeConnection(
  apiKeys: ApiKeyStore,
  baseUrlSetting: string,
  environment: Environment,
): Promise<void> {
  const address = await askForAddress(baseUrlSetting, resolveAddress(baseUrlSetting, environment));
  if (address !== undefined) await askAndSaveKey(apiKeys, address);
}

async function askAndSaveKey(apiKeys: ApiKeyStore, address: ServiceAddress): Promise<void> {
  const key = await keyFor(address, await apiKeys.get());
  if (key === undefined) return;
  await apiKeys.set({ key, origin: address.origin });
  void showInformation(vscode.l10n.t('Your key is saved for {0}.', address.origin));
}

export async function removeApiKey(apiKeys: ApiKeyStore, setup: () => Promise<Setup>): Promise<void> {
  await apiKeys.remove();
  const { l10n } = vscode;
  const isStillReady = (await setup()).status === 'ready';
  const others = isStillReady
    ? ` ${l10n.t('Requests still go out with the one that VS Code was started with, in TALLY_API_KEY.')}`
    : '';
  void showInformation(l10n.t('Your key is removed from this computer.') + others);
}

/**
 * Asks for the base URL, and saves it if it differs from the current one. `current` is the address in `setting` or in
 * the environment, or the reason why there is none. Returns undefined if the user cancels.
 */
async function askForAddress(
  setting: string,
  current: ServiceAddress | ServiceAddressFault,
): Promise<ServiceAddress | undefined> {
  const isValid = typeof current !== 'string';
  const answer = await vscode.window.showInputBox({
    title: vscode.l10n.t('Base URL of the service'),
    prompt:
      isValid || current === 'empty'
        ? vscode.l10n.t('It ends with /v1. It is kept in your user settings.')
        : describeAddressFault(current),
    placeHolder: 'https://api.example.com/v1',
    value: isValid ? current.baseUrl : setting,
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const parsed = parseServiceAddress(typed);
      return typeof parsed === 'string' ? describeAddressFault(parsed) : undefined;
    },
  });
  const address = parseServiceAddress(answer ?? '');
  if (typeof address === 'string') return undefined;
  // A URL of the environment must not get into the user's settings, where other workspaces would use it.
  if (!isValid || current.baseUrl !== address.baseUrl) await saveBaseUrl(address.baseUrl);
  return address;
}

/**
 * Resolves with the API key to store, or undefined if the user cancels. Asks before reusing a key that was entered for
 * another origin.
 */
async function keyFor(address: ServiceAddress, stored: StoredApiKey | undefined): Promise<string | undefined> {
  const { origin } = address;
  if (stored === undefined || stored.origin === origin) return askForKey(address);
  const reuse = vscode.l10n.t('Use the same key');
  const enter = vscode.l10n.t('Enter another key');
  const choice = await showWarning(
    vscode.l10n.t('Send your key to {0}?', origin),
    {
      modal: true,
      detail: vscode.l10n.t(
        'It was entered for {0}. Whoever runs {1} could use it from then on.',
        stored.origin,
        origin,
      ),
    },
    reuse,
    enter,
  );
  if (choice === reuse) return stored.key;
  return choice === enter ? askForKey(address) : undefined;
}

async function askForKey({ origin }: ServiceAddress): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title: vscode.l10n.t('API key for {0}', origin),
    prompt: vscode.l10n.t('It is kept in this computer’s secret storage and sent to {0} only.', origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const parsed = parseApiKey(text);
      return typeof parsed === 'string' ? describeApiKeyFault(parsed) : undefined;
    },
  });
  const parsed = parseApiKey(answer ?? '');
  return typeof parsed === 'string' ? undefined : parsed.key;
}
