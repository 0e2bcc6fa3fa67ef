import { isJsonObject } from '../../common/json.ts';
import type { ThemeKind, ThemeSettings } from '../settings/editorSettings.ts';

/** A colour theme that an extension contributes. */
export interface ContributedTheme {
  /** The theme's name in settings. */
  readonly id: string;
  readonly uiTheme: string;
  /** The path of the theme file inside the extension. */
  readonly path: string;
}

/** Returns the valid themes in an extension's package.json. */
export function contributedThemes(packageJson: unknown): readonly ContributedTheme[] {
  const contributes = isJsonObject(packageJson) ? packageJson['contributes'] : undefined;
  const themes: unknown = isJsonObject(contributes) ? contributes['themes'] : undefined;
  if (!Array.isArray(themes)) return [];
  return themes.flatMap((theme: unknown) => {
    if (!isJsonObject(theme)) return [];
    const { id, label, uiTheme, path } = theme;
    const name = id ?? label;
    if (typeof name !== 'string' || typeof uiTheme !== 'string' || typeof path !== 'string') return [];
    return [{ id: name, uiTheme, path }];
  });
}

const uiThemes: Readonly<Record<ThemeKind, string>> = {
  light: 'vs',
  dark: 'vs-dark',
  highContrast: 'hc-black',
  highContrastLight: 'hc-light',
};

/**
 * Returns the theme that VS Code shows. VS Code's API provides only the theme's kind, so the theme's name comes from
 * the settings. If VS Code follows the system's colour mode, tries the preferred theme of the kind first, then the
 * configured theme. Otherwise, tries the configured theme first. Returns undefined if `themes` contains no theme of
 * this kind with one of these two names.
 */
export function activeTheme<Theme extends ContributedTheme>(
  themes: readonly Theme[],
  kind: ThemeKind,
  { followsSystem, colorTheme, preferred }: Pick<ThemeSettings, 'followsSystem' | 'colorTheme' | 'preferred'>,
): Theme | undefined {
  const names = followsSystem ? [preferred[kind], colorTheme] : [colorTheme, preferred[kind]];
  const ofKind = themes.filter(({ uiTheme }) => uiTheme === uiThemes[kind]);
  for (const wanted of names) {
    if (wanted === undefined) continue;
    const found =
      ofKind.find(({ id }) => id === wanted) ?? ofKind.find(({ id }) => currentName(id) === currentName(wanted));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Removes the prefix `Default`, because VS Code renamed themes such as `Default Dark Modern` but still accepts the old
 * names.
 */
function currentName(id: string): string {
  return id.replace(/^Default /, '');
}
