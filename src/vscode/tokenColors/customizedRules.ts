import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { isJsonObject } from '../../common/json.ts';
import { parseTokenRules, toTokenRule } from './parseTokenRules.ts';

// The setting may come from a hostile workspace. Many rules for the same scope would freeze the panel, which compares
// them with each other. A very long scope would overflow the panel's call stack.
const maxScopes = 2_000;
const maxScopeLength = 500;

/**
 * Returns the rules in the setting `editor.tokenColorCustomizations`. Rules for all themes come before the rules for
 * the theme `themeId`. Omits scopes of more than 500 characters, and all rules after 2,000 scopes.
 */
export function customizedRules(setting: unknown, themeId: string): readonly TokenRule[] {
  if (!isJsonObject(setting)) return [];
  const forTheme = Object.entries(setting).filter(([key]) => matchesTheme(key, themeId));
  const rules = [setting, ...forTheme.map(([, value]) => value)].flatMap(rulesOf);
  let scopes = 0;
  return rules.flatMap((rule) => {
    const scope = rule.scope.filter(({ length }) => length <= maxScopeLength);
    scopes += scope.length;
    return scope.length > 0 && scopes <= maxScopes ? [{ ...rule, scope }] : [];
  });
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

function rulesOf(value: unknown): readonly TokenRule[] {
  if (!isJsonObject(value)) return [];
  const groups = Object.entries(scopesOfGroups).flatMap(([group, scopes]) => {
    const settings = value[group];
    return toTokenRule(scopes, typeof settings === 'string' ? { foreground: settings } : settings);
  });
  return [...groups, ...parseTokenRules(value['textMateRules'])];
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
