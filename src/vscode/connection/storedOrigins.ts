import type * as vscode from 'vscode';

/** A set of origins in the extension's global state, which all windows share and no workspace can change. */
export interface StoredOrigins {
  readonly all: () => readonly string[];
  readonly has: (origin: string) => boolean;
  readonly add: (origin: string) => Promise<void>;
  readonly remove: (origin: string) => Promise<void>;
}

export function createStoredOrigins(state: vscode.Memento, name: string): StoredOrigins {
  const all = (): readonly string[] => {
    const stored = state.get<unknown>(name);
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  };
  return {
    all,
    has: (origin) => all().includes(origin),
    add: async (origin) => state.update(name, [...new Set([...all(), origin])]),
    remove: async (origin) => {
      if (all().includes(origin))
        await state.update(
          name,
          all().filter((each) => each !== origin),
        );
    },
  };
}
