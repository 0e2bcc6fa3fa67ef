import { isJsonObject } from '../../common/json.ts';
import type { Configuration } from './settingReader.ts';

/** VS Code's own settings for excluded files and code colours. */
export interface EditorSettings {
  /** The globs of `files.exclude` and `search.exclude` that are switched on without a condition. */
  readonly excludedGlobs: readonly string[];
  readonly theme: ThemeSettings;
}

export type ThemeKind = 'light' | 'dark' | 'highContrast' | 'highContrastLight';

export interface ThemeSettings {
  /** True if `window.autoDetectColorScheme` is on. */
  readonly followsSystem: boolean;
  /** The text of `workbench.colorTheme`, or undefined if the value is not a text. */
  readonly colorTheme: string | undefined;
  /** The texts of `workbench.preferredDarkColorTheme` and of the settings for the other kinds. */
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
