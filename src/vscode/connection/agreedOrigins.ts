import type * as vscode from 'vscode';

/**
 * Origins to which the user has agreed to send requests. An agreement is needed only if the environment sets the base
 * URL and the API key, and the setting `tally.baseUrl` is empty. An agreement applies to all workspaces.
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
