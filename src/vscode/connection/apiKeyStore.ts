import type * as vscode from 'vscode';

/** An API key, and the only origin (scheme, host and port) to which the key may be sent. */
export interface StoredApiKey {
  readonly key: string;
  readonly origin: string;
}

/** Stores the API key in VS Code's SecretStorage. A flag outside the SecretStorage records that a key was saved. */
export interface ApiKeyStore {
  get(): Promise<StoredApiKey | undefined>;
  set(stored: StoredApiKey): Promise<void>;
  remove(): Promise<void>;
  /**
   * Removes all secrets and the whole global state of the extension, including entries of other versions. Resolves with
   * an error for each entry that could not be removed, and with an error if the names of the secrets cannot be read. In
   * the latter case, removes only the secret of this version.
   */
  removeAll(): Promise<readonly unknown[]>;
  /**
   * Resolves with true if a key was saved, but no valid key can be read. For example, a system without a keyring keeps
   * secrets in memory only, until VS Code exits.
   */
  isLost(): Promise<boolean>;
}

const secretName = 'tally.apiKey';
const wasSavedFlag = 'tally.apiKeyWasSaved';

export function createApiKeyStore(secrets: vscode.SecretStorage, flags: vscode.Memento): ApiKeyStore {
  const get = async () => {
    try {
      return parseStoredApiKey(await secrets.get(secretName));
    } catch {
      // Treat a locked or broken keyring like an empty keyring, so that the panel asks for the API key.
      return undefined;
    }
  };
  return {
    get,
    async set(stored) {
      await secrets.store(secretName, JSON.stringify(stored));
      await flags.update(wasSavedFlag, true);
    },
    async remove() {
      await secrets.delete(secretName);
      await flags.update(wasSavedFlag, undefined);
    },
    async removeAll() {
      const [names] = await Promise.allSettled([secrets.keys()]);
      const removals = [
        ...(names.status === 'fulfilled' ? names.value : [secretName]).map(async (name) => secrets.delete(name)),
        ...flags.keys().map(async (name) => flags.update(name, undefined)),
      ];
      const results = [names, ...(await Promise.allSettled(removals))];
      return results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    },
    isLost: async () => flags.get(wasSavedFlag) === true && (await get()) === undefined,
  };
}

function parseStoredApiKey(text: string | undefined): StoredApiKey | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Partial<StoredApiKey> | null;
    const { key, origin } = value ?? {};
    return typeof key === 'string' && typeof origin === 'string' ? { key, origin } : undefined;
  } catch {
    return undefined;
  }
}
