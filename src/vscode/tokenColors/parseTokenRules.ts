import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { isJsonObject } from '../../common/json.ts';

/** What of `tokenColors` in a theme, or of `textMateRules` in settings, is about colours and font styles, and valid. */
export function parseTokenRules(value: unknown): readonly TokenRule[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isJsonObject(entry)) return [];
    const scope = scopesOf(entry['scope']);
    return scope.length === 0 ? [] : toTokenRule(scope, entry['settings']);
  });
}

const hexColor = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

const fontStyles: ReadonlySet<string> = new Set(['italic', 'bold', 'underline', 'strikethrough']);

/** One rule, or none if the settings hold nothing that is valid. */
export function toTokenRule(scope: readonly string[], settings: unknown): readonly TokenRule[] {
  if (!isJsonObject(settings)) return [];
  const { foreground, fontStyle } = settings;
  const color = typeof foreground === 'string' && hexColor.test(foreground) ? { foreground } : {};
  const style =
    typeof fontStyle === 'string'
      ? {
          fontStyle: fontStyle
            .split(/\s+/)
            .filter((word) => fontStyles.has(word))
            .join(' '),
        }
      : {};
  const rule = { scope, ...color, ...style };
  return Object.keys(rule).length > 1 ? [rule] : [];
}

/** As VS Code: rules for no scope are ignored, since the editor's foreground is the default. */
function scopesOf(scope: unknown): readonly string[] {
  const scopes: readonly unknown[] = typeof scope === 'string' ? scope.split(',') : Array.isArray(scope) ? scope : [];
  return scopes.flatMap((each) => (typeof each === 'string' && each.trim() !== '' ? [each.trim()] : []));
}
