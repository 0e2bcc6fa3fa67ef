import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { isJsonObject } from '../../common/json.ts';

/**
 * Parses a list of rules, such as `tokenColors` of a theme or `textMateRules` of the settings. Keeps only scopes,
 * foreground colours and font styles, and drops invalid values.
 */
export function parseTokenRules(value: unknown): readonly TokenRule[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isJsonObject(entry)) return [];
    // The scopes of rules without valid settings are not counted, so reading them would take long.
    const [rule] = toTokenRule([], entry['settings']);
    const scope = rule === undefined ? [] : scopesOf(entry['scope']);
    // Ignore rules without a scope, as VS Code does. A rule without a scope would set the default colour of code, but
    // the default is always the editor's foreground colour.
    return rule === undefined || scope.length === 0 ? [] : [{ ...rule, scope }];
  });
}

const hexColor = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** The maximum length of a font style, because a hostile workspace may contain millions of words. */
const maxFontStyleLength = 100;

const fontStyles: ReadonlySet<string> = new Set(['italic', 'bold', 'underline', 'strikethrough']);

/**
 * Returns an array with one rule, or an empty array if `settings` contains neither a valid foreground colour nor a
 * string of at most 100 characters as font style.
 */
export function toTokenRule(scope: readonly string[], settings: unknown): readonly TokenRule[] {
  if (!isJsonObject(settings)) return [];
  const { foreground, fontStyle } = settings;
  const color = typeof foreground === 'string' && hexColor.test(foreground) ? { foreground } : {};
  const style =
    typeof fontStyle === 'string' && fontStyle.length <= maxFontStyleLength
      ? {
          fontStyle: [...new Set(fontStyle.split(/\s+/))].filter((word) => fontStyles.has(word)).join(' '),
        }
      : {};
  const rule = { scope, ...color, ...style };
  return Object.keys(rule).length > 1 ? [rule] : [];
}

/**
 * The maximum number of scopes that are read from one rule, because the setting of a hostile workspace may contain a
 * million scopes. One more than `customizedRules` accepts, so that it notices the excess.
 */
const maxScopesOfRule = 2_001;

/** Returns the non-empty scopes. `scope` may be an array, or a string in which commas separate the scopes. */
function scopesOf(scope: unknown): readonly string[] {
  const scopes: readonly unknown[] =
    typeof scope === 'string'
      ? scope.split(',', maxScopesOfRule)
      : Array.isArray(scope)
        ? scope.slice(0, maxScopesOfRule)
        : [];
  return scopes.flatMap((each) => (typeof each === 'string' && each.trim() !== '' ? [each.trim()] : []));
}
