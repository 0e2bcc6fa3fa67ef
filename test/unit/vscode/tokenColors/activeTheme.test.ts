import assert from 'node:assert/strict';
import { readThemeSettings, type ThemeKind } from '../../../../src/vscode/settings/editorSettings.ts';
import { activeTheme, contributedThemes } from '../../../../src/vscode/tokenColors/activeTheme.ts';
import { configuration } from '../settings/configuration.ts';

const themes = contributedThemes({
  contributes: {
    themes: [
      { id: 'Dark Modern', label: 'Dunkel modern', uiTheme: 'vs-dark', path: './dark.json' },
      { id: 'Light Modern', label: '%light%', uiTheme: 'vs', path: './light.json' },
      { label: 'Night', uiTheme: 'vs-dark', path: './night.json' },
      { id: 'Default High Contrast', label: '', uiTheme: 'hc-black', path: './hc.json' },
      { id: 'Default High Contrast Light', uiTheme: 'hc-light', path: './hc-light.json' },
      { label: 'No file', uiTheme: 'vs' },
    ],
  },
});

describe('contributedThemes', () => {
  it('skips invalid entries', () => {
    const valid = { id: 'Night', uiTheme: 'vs-dark', path: './night.json' };
    assert.deepEqual(contributedThemes({ contributes: { themes: [null, 'Day', { ...valid, path: 1 }, valid] } }), [
      valid,
    ]);
  });

  it('returns no themes for an extension without themes', () => {
    for (const packageJson of [null, {}, { contributes: null }, { contributes: { themes: {} } }]) {
      assert.deepEqual(contributedThemes(packageJson), []);
    }
  });
});

describe('activeTheme', () => {
  it('finds the configured theme by id or label', () => {
    assert.equal(pathOf('dark', { 'workbench.colorTheme': 'Night' }), './night.json');
    assert.equal(pathOf('dark', { 'workbench.colorTheme': 'Dark Modern' }), './dark.json');
  });

  it('finds a theme of VS Code by the name that the theme had in earlier versions', () => {
    assert.equal(pathOf('dark', { 'workbench.colorTheme': 'Default Dark Modern' }), './dark.json');
  });

  it('prefers a theme of the configured name to a theme that VS Code has renamed to this name', () => {
    const both = ['Default Night', 'Night'].map((id) => ({ id, uiTheme: 'vs-dark', path: `./${id}.json` }));
    const settings = readThemeSettings(configuration({ 'workbench.colorTheme': 'Night' }));
    assert.equal(activeTheme(both, 'dark', settings)?.path, './Night.json');
  });

  it('returns the preferred theme of the current kind if VS Code follows the system’s colour mode', () => {
    const settings = {
      'window.autoDetectColorScheme': true,
      'workbench.colorTheme': 'Dark Modern',
      'workbench.preferredDarkColorTheme': 'Night',
      'workbench.preferredLightColorTheme': 'Light Modern',
    };
    assert.equal(pathOf('dark', settings), './night.json');
    assert.equal(pathOf('light', settings), './light.json');
  });

  it('returns the preferred high-contrast theme if the configured theme has another kind', () => {
    const settings = {
      'workbench.colorTheme': 'Dark Modern',
      'workbench.preferredHighContrastColorTheme': 'Default High Contrast',
      'workbench.preferredHighContrastLightColorTheme': 'Default High Contrast Light',
    };
    assert.equal(pathOf('highContrast', settings), './hc.json');
    assert.equal(pathOf('highContrastLight', settings), './hc-light.json');
  });

  it('returns undefined if no theme of the current kind has the configured name or the preferred name', () => {
    assert.equal(pathOf('dark', { 'workbench.colorTheme': 'Elsewhere' }), undefined);
    assert.equal(pathOf('light', { 'workbench.colorTheme': 'Night' }), undefined);
  });
});

function pathOf(kind: ThemeKind, settings: Readonly<Record<string, unknown>>): string | undefined {
  return activeTheme(themes, kind, readThemeSettings(configuration(settings)))?.path;
}
