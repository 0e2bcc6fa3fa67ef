import type * as vscode from 'vscode';

/** The origins of base URLs in the environment to which the user agreed, once for all workspaces. */
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
