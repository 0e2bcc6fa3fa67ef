import type * as vscode from 'vscode';

/**
 * Origins to which the user has agreed to send requests with the API key of the environment. An agreement applies to
 * all workspaces, and stays valid if the environment's key changes, because users replace their keys.
 */
export interface AgreedOrigins {
  readonly has: (origin: string) => boolean;
  readonly add: (origin: string) => Promise<void>;
}

const stateName = 'tally.agreedOrigins';

export function createAgreedOrigins(state: vscode.Memento): AgreedOrigins {
  const all = (): readonly string[] => {
    const stored = state.get<unknown>(stateName);
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  };
  return {
    has: (origin) => all().includes(origin),
    add: async (origin) => state.update(stateName, [...new Set([...all(), origin])]),
  };
}
