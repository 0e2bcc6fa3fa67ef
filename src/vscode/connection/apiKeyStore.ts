import type * as vscode from 'vscode';
import { createStoredOrigins } from './storedOrigins.ts';

/** An API key, and the only origin (scheme, host and port) to which the key may be sent. */
export interface StoredApiKey {
  readonly key: string;
  readonly origin: string;
}

/** VS Code could not save or remove an API key. `cause` is VS Code's error. */
export class KeyStorageError extends Error {
  override readonly name = 'KeyStorageError';
  readonly action: 'save' | 'remove';

  /** Compares names, because each bundle of the extension has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'KeyStorageError';
  }

  constructor(action: 'save' | 'remove', cause: unknown) {
    super(`VS Code’s secret storage could not ${action} an API key.`, { cause });
    this.action = action;
  }
}

/**
 * Stores one API key for each origin in VS Code's SecretStorage. Reads the storage again in each call, because other
 * windows may change it. Outside the SecretStorage, records only the origins for which a key was saved.
 */
export interface ApiKeyStore {
  /** Resolves with the key for this origin, or undefined if there is none or the keyring cannot be read. */
  get(origin: string): Promise<string | undefined>;
  /** Resolves with the origins of all stored keys, in alphabetical order. */
  origins(): Promise<readonly string[]>;
  /** Rejects with a KeyStorageError. */
  set(stored: StoredApiKey): Promise<void>;
  /** Rejects with a KeyStorageError. */
  remove(origin: string): Promise<void>;
  /**
   * Removes all secrets and the whole global state of the extension, including entries of other versions. Resolves with
   * an error for each entry that could not be removed, and with an error if the names of the secrets cannot be read. In
   * the latter case, removes only the secrets whose names are known without this list.
   */
  removeAll(): Promise<readonly unknown[]>;
  /**
   * Resolves with true if a key was saved for this origin, but no valid key can be read. For example, a system without
   * a keyring keeps secrets in memory only, until VS Code exits.
   */
  isLost(origin: string): Promise<boolean>;
}

/** Early versions of the extension stored a single key under this name. The key moves when the next key is set. */
const singleKeyName = 'tally.apiKey';
/** Early versions of the extension set this flag when they saved their key. */
const singleKeyFlag = 'tally.apiKeyWasSaved';
const namePrefix = 'tally.apiKey:';

export function createApiKeyStore(secrets: vscode.SecretStorage, state: vscode.Memento): ApiKeyStore {
  const savedOrigins = createStoredOrigins(state, 'tally.apiKeyOrigins');
  const nameOf = (origin: string) => namePrefix + origin;
  /** Treats a locked or broken keyring like an empty keyring, so that the panel asks for the API key. */
  const read = async (name: string) => {
    try {
      return parseStoredApiKey(await secrets.get(name));
    } catch {
      return undefined;
    }
  };
  const get = async (origin: string) => {
    const found = await Promise.all([read(nameOf(origin)), read(singleKeyName)]);
    return found.find((each) => each?.origin === origin)?.key;
  };
  const origins = async () => {
    const [listed] = await Promise.allSettled([secrets.keys()]);
    const names = listed.status === 'fulfilled' ? listed.value : savedOrigins.all().map(nameOf);
    const single = await read(singleKeyName);
    const own = names.filter((name) => name.startsWith(namePrefix)).map((name) => name.slice(namePrefix.length));
    return [...new Set([...own, ...(single === undefined ? [] : [single.origin])])].toSorted();
  };
  const store = async (stored: StoredApiKey) => {
    await secrets.store(nameOf(stored.origin), JSON.stringify(stored));
    await savedOrigins.add(stored.origin);
  };
  const set = async (stored: StoredApiKey) => {
    const single = await read(singleKeyName);
    if (single !== undefined && single.origin !== stored.origin) await store(single);
    await store(stored);
    // A key that could not be read has not moved, so it must stay.
    if (single !== undefined) await secrets.delete(singleKeyName);
    await state.update(singleKeyFlag, undefined);
  };
  const remove = async (origin: string) => {
    await secrets.delete(nameOf(origin));
    await savedOrigins.remove(origin);
    if ((await read(singleKeyName))?.origin !== origin) return;
    await secrets.delete(singleKeyName);
    await state.update(singleKeyFlag, undefined);
  };
  return {
    get,
    origins,
    set: async (stored) =>
      set(stored).catch((error: unknown) => {
        throw new KeyStorageError('save', error);
      }),
    remove: async (origin) =>
      remove(origin).catch((error: unknown) => {
        throw new KeyStorageError('remove', error);
      }),
    async removeAll() {
      const [names] = await Promise.allSettled([secrets.keys()]);
      const known = [singleKeyName, ...savedOrigins.all().map(nameOf)];
      const removals = [
        ...(names.status === 'fulfilled' ? names.value : known).map(async (name) => secrets.delete(name)),
        ...state.keys().map(async (name) => state.update(name, undefined)),
      ];
      const results = [names, ...(await Promise.allSettled(removals))];
      return results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    },
    async isLost(origin) {
      if ((await get(origin)) !== undefined) return false;
      // The flag does not name the origin, but the single key is the only one that it can mean.
      return (
        savedOrigins.has(origin) || (state.get(singleKeyFlag) === true && (await read(singleKeyName)) === undefined)
      );
    },
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
