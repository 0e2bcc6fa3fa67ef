import * as vscode from 'vscode';
import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import type { ThemeKind, ThemeSettings } from '../settings/editorSettings.ts';
import { activeTheme, contributedThemes } from './activeTheme.ts';
import { customizedRules } from './customizedRules.ts';

/** The colours for code in replies, from the active theme and the settings. */
export interface TokenColors {
  /**
   * Reads the rules for these colours. After the first call, the rules are also read after each change of the theme or
   * its settings.
   */
  readonly read: () => Promise<void>;
  /**
   * Fires after a read, unless a later read has started. The value is undefined if the theme is not found or cannot be
   * read, for example because its file is on another computer.
   */
  readonly onDidRead: vscode.Event<readonly TokenRule[] | undefined>;
  readonly dispose: () => void;
}

/**
 * The settings whose changes cause another read. For the other settings of the theme, the event
 * `onDidChangeActiveColorTheme` is sufficient. For `workbench.colorTheme`, that event may fire before the setting has
 * its new value.
 */
const watchedSettings = ['editor.tokenColorCustomizations', 'workbench.colorTheme'];

export function createTokenColors(settings: () => ThemeSettings, log: (error: unknown) => void): TokenColors {
  const rulesRead = new vscode.EventEmitter<readonly TokenRule[] | undefined>();
  let reads = 0;

  async function read(): Promise<void> {
    reads += 1;
    const thisRead = reads;
    const rules = await currentRules(settings()).catch((error: unknown) => {
      log(error);
      return undefined;
    });
    // Drop these rules if a later read has started, because the later read uses newer settings.
    if (thisRead === reads) rulesRead.fire(rules);
  }

  const readAfterChange = (): void => {
    if (reads > 0) void read();
  };
  const subscriptions = vscode.Disposable.from(
    rulesRead,
    vscode.window.onDidChangeActiveColorTheme(readAfterChange),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (watchedSettings.some((name) => change.affectsConfiguration(name))) readAfterChange();
    }),
  );
  return {
    read,
    onDidRead: rulesRead.event,
    dispose: () => {
      subscriptions.dispose();
    },
  };
}

async function currentRules(settings: ThemeSettings): Promise<readonly TokenRule[] | undefined> {
  const themes = vscode.extensions.all.flatMap(
    ({ extensionUri, packageJSON }: { extensionUri: vscode.Uri; packageJSON: unknown }) =>
      contributedThemes(packageJSON).map((theme) => ({ ...theme, extensionUri })),
  );
  const theme = activeTheme(themes, currentThemeKind(), settings);
  if (theme === undefined) return undefined;
  const read = async (file: string) =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(theme.extensionUri, file)));
  const { readThemeRules } = await import('./readThemeRules.ts');
  const rules = await readThemeRules(theme.path, read);
  return [...rules, ...customizedRules(settings.tokenColorCustomizations, theme.id)];
}

function currentThemeKind(): ThemeKind {
  switch (vscode.window.activeColorTheme.kind) {
    case vscode.ColorThemeKind.Light:
      return 'light';
    case vscode.ColorThemeKind.Dark:
      return 'dark';
    case vscode.ColorThemeKind.HighContrast:
      return 'highContrast';
    case vscode.ColorThemeKind.HighContrastLight:
      return 'highContrastLight';
  }
}
