import { isJsonObject } from '../../common/json.ts';

/** A colour theme as an extension contributes it. */
export interface ContributedTheme {
  /** What the settings call it. */
  readonly id: string;
  readonly uiTheme: string;
  /** Its file, inside the extension. */
  readonly path: string;
}

export type ThemeKind = 'light' | 'dark' | 'highContrast' | 'highContrastLight';

/** The themes in an extension's package.json. */
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

/** What decides which theme VS Code shows; `setting` reads one by its whole name. */
export interface ThemeChoice {
  readonly kind: ThemeKind;
  readonly setting: (name: string) => unknown;
}

const preferredSettings: Readonly<Record<ThemeKind, string>> = {
  light: 'workbench.preferredLightColorTheme',
  dark: 'workbench.preferredDarkColorTheme',
  highContrast: 'workbench.preferredHighContrastColorTheme',
  highContrastLight: 'workbench.preferredHighContrastLightColorTheme',
};

const uiThemes: Readonly<Record<ThemeKind, string>> = {
  light: 'vs',
  dark: 'vs-dark',
  highContrast: 'hc-black',
  highContrastLight: 'hc-light',
};

/**
 * The theme that is shown. VS Code tells only its kind: where it follows the system's light, dark or contrast,
 * that says which setting holds. Undefined when no theme of this kind and name is contributed.
 */
export function activeTheme<Theme extends ContributedTheme>(themes: readonly Theme[], { kind, setting }: ThemeChoice): Theme | undefined {
  const preferred = preferredSettings[kind];
  const names = setting('window.autoDetectColorScheme') === true ? [preferred, 'workbench.colorTheme'] : ['workbench.colorTheme', preferred];
  const ofKind = themes.filter(({ uiTheme }) => uiTheme === uiThemes[kind]);
  for (const name of names) {
    const wanted = setting(name);
    if (typeof wanted !== 'string') continue;
    const found = ofKind.find(({ id }) => id === wanted) ?? ofKind.find(({ id }) => currentName(id) === currentName(wanted));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** VS Code renamed its own themes, such as `Default Dark Modern`, and still takes the older names. */
function currentName(id: string): string {
  return id.replace(/^Default /, '');
}
