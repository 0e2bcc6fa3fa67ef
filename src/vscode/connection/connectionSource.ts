import { parseApiKey } from '../../api/apiKey.ts';
import { parseServiceAddress, type ServiceAddress, type ServiceAddressFault } from '../../api/serviceAddress.ts';
import type { Connection } from '../../api/serviceAddress.ts';
import type { ApiKeyStore } from './apiKeyStore.ts';

/** Whether a message can be sent, and if not, what is missing. */
export type Setup =
  | { readonly status: 'ready'; readonly connection: Connection }
  | { readonly status: 'noAddress' }
  | { readonly status: 'badAddress'; readonly fault: ServiceAddressFault }
  | { readonly status: 'noKey'; readonly address: ServiceAddress; readonly isKeyLost: boolean }
  /** There is a key, but it was entered for another origin, and does not go here without the person's word. */
  | { readonly status: 'otherOrigin'; readonly address: ServiceAddress; readonly keyOrigin: string };

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where requests go: the user's setting, else `TALLY_BASE_URL`. */
export function resolveAddress(baseUrlSetting: string, environment: Environment): ServiceAddress | ServiceAddressFault {
  return parseServiceAddress(baseUrlSetting === '' ? (environment['TALLY_BASE_URL'] ?? '') : baseUrlSetting);
}

/** Finds the key for the address. A key from the environment goes only to the URL that came with it. */
export async function resolveSetup(
  baseUrlSetting: string,
  environment: Environment,
  apiKeys: ApiKeyStore,
): Promise<Setup> {
  const address = resolveAddress(baseUrlSetting, environment);
  if (address === 'empty') return { status: 'noAddress' };
  if (typeof address === 'string') return { status: 'badAddress', fault: address };

  const stored = await apiKeys.get();
  if (stored?.origin === address.origin) return ready(address, stored.key);
  const environmentKey = keyFromEnvironment(address, environment);
  if (environmentKey !== undefined) return ready(address, environmentKey);
  if (stored !== undefined) return { status: 'otherOrigin', address, keyOrigin: stored.origin };
  return { status: 'noKey', address, isKeyLost: await apiKeys.isLost() };
}

function ready(address: ServiceAddress, apiKey: string): Setup {
  return { status: 'ready', connection: { ...address, apiKey } };
}

function keyFromEnvironment(address: ServiceAddress, environment: Environment): string | undefined {
  const own = parseServiceAddress(environment['TALLY_BASE_URL'] ?? '');
  if (typeof own === 'string' || own.baseUrl !== address.baseUrl) return undefined;
  const parsed = parseApiKey(environment['TALLY_API_KEY'] ?? '');
  return typeof parsed === 'string' ? undefined : parsed.key;
}
