import { isJsonObject } from '../../common/json.ts';
import type { Configuration } from './settingReader.ts';

/** VS Code's own settings for excluded files and code colours. */
export interface EditorSettings {
  /** The globs in `files.exclude` and `search.exclude` whose value is `true`. Globs with a condition are omitted. */
  readonly excludedGlobs: readonly string[];
  readonly theme: ThemeSettings;
}

export type ThemeKind = 'light' | 'dark' | 'highContrast' | 'highContrastLight';

export interface ThemeSettings {
  /** True if `window.autoDetectColorScheme` is on. */
  readonly followsSystem: boolean;
  /** The value of `workbench.colorTheme`, or undefined if the value is not a string. */
  readonly colorTheme: string | undefined;
  /**
   * The preferred theme of each kind. For example, the value for `dark` is the setting
   * `workbench.preferredDarkColorTheme`. A value is undefined if the setting is not a string.
   */
  readonly preferred: Readonly<Record<ThemeKind, string | undefined>>;
  /** The value of `editor.tokenColorCustomizations`, which is not validated. */
  readonly tokenColorCustomizations: unknown;
}

export function readExcludedGlobs(configuration: Configuration): readonly string[] {
  return ['files.exclude', 'search.exclude'].flatMap((name) => globsIn(configuration.get(name)));
}

export function readThemeSettings(configuration: Configuration): ThemeSettings {
  const theme = (name: string): string | undefined => {
    const value = configuration.get(`workbench.${name}`);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    followsSystem: configuration.get('window.autoDetectColorScheme') === true,
    colorTheme: theme('colorTheme'),
    preferred: {
      light: theme('preferredLightColorTheme'),
      dark: theme('preferredDarkColorTheme'),
      highContrast: theme('preferredHighContrastColorTheme'),
      highContrastLight: theme('preferredHighContrastLightColorTheme'),
    },
    tokenColorCustomizations: configuration.get('editor.tokenColorCustomizations'),
  };
}

function globsIn(excluded: unknown): readonly string[] {
  return isJsonObject(excluded) ? Object.keys(excluded).filter((glob) => excluded[glob] === true) : [];
}
