import type * as vscode from 'vscode';

/** Creates a secret storage that keeps secrets in memory only, as on a system without a keyring. */
export function secretsInMemory(): vscode.SecretStorage {
  const secrets = new Map<string, string>();
  return {
    get: async (key) => Promise.resolve(secrets.get(key)),
    store: async (key, value) => Promise.resolve(void secrets.set(key, value)),
    delete: async (key) => Promise.resolve(void secrets.delete(key)),
    keys: async () => Promise.resolve([...secrets.keys()]),
    onDidChange: () => {
      throw new Error('These tests have no change events.');
    },
  };
}

export function mementoInMemory(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key) as never,
    update: async (key, value) => Promise.resolve(void values.set(key, value)),
  };
}
