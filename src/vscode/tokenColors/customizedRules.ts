import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { isJsonObject } from '../../common/json.ts';
import { parseTokenRules, toTokenRule } from './parseTokenRules.ts';

// The setting may come from a hostile workspace. Many rules for the same scope would freeze the panel, which compares
// them with each other. A very long scope would overflow the panel's call stack.
const maxScopes = 2_000;
const maxScopeLength = 500;
/** The maximum number of keys, and of entries in all lists of rules. VS Code returns a proxy, which is slow to read. */
const maxKeys = 200;
const maxKeyLength = 500;
const maxEntries = 2_000;

/**
 * Returns the rules in the setting `editor.tokenColorCustomizations`. Rules for all themes come before the rules for
 * the theme `themeId`. Omits scopes of more than 500 characters, and all rules after 2,000 scopes or 2,000 entries of
 * `textMateRules`. Ignores keys of more than 500 characters. Returns no rules if the setting has more than 200 keys.
 */
export function customizedRules(setting: unknown, themeId: string): readonly TokenRule[] {
  if (!isJsonObject(setting)) return [];
  const keys = Object.keys(setting);
  if (keys.length > maxKeys) return [];
  const forTheme = keys
    .filter((key) => key.length <= maxKeyLength && matchesTheme(key, themeId))
    .map((key) => setting[key]);
  let scopes = 0;
  const rules: TokenRule[] = [];
  for (const rule of rulesOf([setting, ...forTheme])) {
    const scope = rule.scope.filter(({ length }) => length <= maxScopeLength);
    scopes += scope.length;
    if (scopes > maxScopes) break;
    if (scope.length > 0) rules.push({ ...rule, scope });
  }
  return rules;
}

/** The scopes of each token group, copied from `tokenGroupToScopesMap` in VS Code's `colorThemeData.ts`. */
const scopesOfGroups: Readonly<Record<string, readonly string[]>> = {
  comments: ['comment', 'punctuation.definition.comment'],
  strings: ['string', 'meta.embedded.assembly'],
  keywords: ['keyword - keyword.operator', 'keyword.control', 'storage', 'storage.type'],
  numbers: ['constant.numeric'],
  types: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
  functions: ['entity.name.function', 'support.function'],
  variables: ['variable', 'entity.name.variable'],
};

/** Yields the rules in the values, until it has read `maxEntries` entries of `textMateRules`. */
function* rulesOf(values: readonly unknown[]): Generator<TokenRule, void, void> {
  let entries = 0;
  for (const value of values.filter(isJsonObject)) {
    for (const [group, scopes] of Object.entries(scopesOfGroups)) {
      const settings = value[group];
      yield* toTokenRule(scopes, typeof settings === 'string' ? { foreground: settings } : settings);
    }
    const list: unknown = value['textMateRules'];
    if (!Array.isArray(list)) continue;
    for (let index = 0; index < list.length; index += 1) {
      entries += 1;
      if (entries > maxEntries) return;
      yield* parseTokenRules([list[index]]);
    }
  }
}

/**
 * Returns true if a key such as `[Abyss][*Light*]` matches the theme. A star matches any text. The key may come from a
 * hostile workspace, so it is split in linear time.
 */
function matchesTheme(key: string, themeId: string): boolean {
  return key
    .split(']')
    .slice(0, -1)
    .some((part) => {
      const start = part.indexOf('[');
      return start >= 0 && start < part.length - 1 && matchesPattern(part.slice(start + 1), themeId);
    });
}

/**
 * Returns true if the pattern, in which a star matches any text, matches the whole text. Tries each part between stars
 * only at its first possible position. A regular expression could try all positions, which could take very long.
 */
function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let position = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return text.length - position >= last.length && text.endsWith(last);
}
