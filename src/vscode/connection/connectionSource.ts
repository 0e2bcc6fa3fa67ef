import { parseApiKey } from '../../api/apiKey.ts';
import { parseServiceAddress, type ServiceAddress, type ServiceAddressFault } from '../../api/serviceAddress.ts';
import type { Connection } from '../../api/serviceAddress.ts';
import type { ApiKeyStore } from './apiKeyStore.ts';
import type { StoredOrigins } from './storedOrigins.ts';

/** The base URL and the API key for requests, or the reason why no request can be sent. */
export type Setup =
  | { readonly status: 'ready'; readonly connection: Connection }
  | { readonly status: 'noAddress' }
  | { readonly status: 'badAddress'; readonly fault: ServiceAddressFault }
  /** No API key is stored for the origin of `address`. `keyOrigins` are the origins of the stored keys. */
  | {
      readonly status: 'noKey';
      readonly address: ServiceAddress;
      readonly isKeyLost: boolean;
      readonly keyOrigins: readonly string[];
    }
  /**
   * The environment sets the base URL and the API key, and the user has not agreed to the base URL's origin.
   * `keyOrigins` are the origins of the stored API keys.
   */
  | { readonly status: 'unconfirmed'; readonly address: ServiceAddress; readonly keyOrigins: readonly string[] };

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the base URL in the user's setting, or in `TALLY_BASE_URL` if the setting is empty. */
export function baseUrlText(baseUrlSetting: string, environment: Environment): string {
  return baseUrlSetting === '' ? (environment['TALLY_BASE_URL'] ?? '') : baseUrlSetting;
}

/** Parses the base URL in the user's setting, or in `TALLY_BASE_URL` if the setting is empty. */
export function resolveAddress(baseUrlSetting: string, environment: Environment): ServiceAddress | ServiceAddressFault {
  return parseServiceAddress(baseUrlText(baseUrlSetting, environment));
}

/**
 * Finds the base URL and the API key. A stored key for the base URL's origin takes precedence over `TALLY_API_KEY`,
 * which is used only for the base URL in `TALLY_BASE_URL`, and only after the user has agreed to this URL's origin. A
 * repository can set both variables, for example in its dev container, and the owner of the key may read the messages.
 * Therefore, a base URL in the user's settings is no agreement: the user has chosen the service, but not the account.
 */
export async function resolveSetup(
  baseUrlSetting: string,
  environment: Environment,
  apiKeys: Pick<ApiKeyStore, 'get' | 'origins' | 'isLost'>,
  agreedOrigins: Pick<StoredOrigins, 'has'>,
): Promise<Setup> {
  const address = resolveAddress(baseUrlSetting, environment);
  if (address === 'empty') return { status: 'noAddress' };
  if (typeof address === 'string') return { status: 'badAddress', fault: address };

  const stored = await apiKeys.get(address.origin);
  if (stored !== undefined) return ready(address, stored);
  const environmentKey = keyFromEnvironment(address, environment);
  if (environmentKey !== undefined && agreedOrigins.has(address.origin)) return ready(address, environmentKey);
  const keyOrigins = await apiKeys.origins();
  if (environmentKey !== undefined) return { status: 'unconfirmed', address, keyOrigins };
  return { status: 'noKey', address, isKeyLost: await apiKeys.isLost(address.origin), keyOrigins };
}

function ready(address: ServiceAddress, apiKey: string): Setup {
  return { status: 'ready', connection: { ...address, apiKey } };
}

function keyFromEnvironment(address: ServiceAddress, environment: Environment): string | undefined {
  const addressFromEnvironment = parseServiceAddress(environment['TALLY_BASE_URL'] ?? '');
  if (typeof addressFromEnvironment === 'string' || addressFromEnvironment.baseUrl !== address.baseUrl)
    return undefined;
  const parsed = parseApiKey(environment['TALLY_API_KEY'] ?? '');
  return typeof parsed === 'string' ? undefined : parsed.key;
}
