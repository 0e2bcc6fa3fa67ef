import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { createTokenLooks, type TokenLook } from './tokenLooks.ts';
import type { ScopeStyle } from './workerProtocol.ts';

/**
 * The maximum number of scope lists that get an id, and thus of the panel's CSS classes. Hostile code could create any
 * number. Real code needs hundreds.
 */
const maxScopeLists = 5_000;

/** The maximum length of a scope list that gets an id. Each scope is compared with the rules of the theme. */
const maxScopes = 100;

/**
 * Assigns ids, starting with 1, to lists of scopes, and matches the lists with the rules of the theme. A scope is a
 * grammar's name for a kind of text, such as `comment`. A token usually has several nested scopes.
 */
export interface ScopeStyles {
  /** Returns the id of a list; 0 for a list that is too long, and for a new list beyond `maxScopeLists`. */
  readonly idOf: (scopes: readonly string[]) => number;
  /** Returns the lists that got an id since the last call, in the order of the ids. */
  readonly takeNew: () => readonly ScopeStyle[];
  /**
   * Sets the theme, which is unknown at first. Returns the looks of all lists that `takeNew` has returned, in the order
   * of the ids. `known` are the lists of an earlier worker. They get the first ids and count as returned.
   */
  readonly setTheme: (rules: readonly TokenRule[] | undefined, known: readonly string[]) => readonly TokenLook[];
}

export function createScopeStyles(): ScopeStyles {
  const ids = new Map<string, number>();
  let added: string[] = [];
  let looks = createTokenLooks(undefined);

  function lookOf(key: string): TokenLook {
    return looks(key.split(' '));
  }

  return {
    idOf: (scopes) => {
      const list = distinct(scopes);
      if (list.length > maxScopes) return 0;
      const key = list.join(' ');
      let id = ids.get(key);
      if (id === undefined) {
        if (ids.size >= maxScopeLists) return 0;
        id = ids.size + 1;
        ids.set(key, id);
        added.push(key);
      }
      return id;
    },
    takeNew: () => {
      const taken = added.map((scopes) => ({ scopes, look: lookOf(scopes) }));
      added = [];
      return taken;
    },
    setTheme: (rules, known) => {
      looks = createTokenLooks(rules);
      for (const key of known) ids.set(key, ids.size + 1);
      return [...ids.keys()].slice(0, ids.size - added.length).map(lookOf);
    },
  };
}

/** Keeps only the innermost occurrence of each scope. Otherwise, each level of nested data would need its own list. */
function distinct(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes.toReversed())].reverse();
}
