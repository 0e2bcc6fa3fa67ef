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
      { label: 'No file', uiTheme: 'vs' },
    ],
  },
});

describe('activeTheme', () => {
  it('is the one that the setting names, by id or label', () => {
    assert.equal(pathOf('dark', { 'workbench.colorTheme': 'Night' }), './night.json');
    assert.equal(pathOf('dark', { 'workbench.colorTheme': 'Dark Modern' }), './dark.json');
  });

  it('is found by the name that VS Code gave it before', () => {
    assert.equal(pathOf('dark', { 'workbench.colorTheme': 'Default Dark Modern' }), './dark.json');
  });

  it('is the preferred one of its kind when VS Code follows the system', () => {
    const settings = {
      'window.autoDetectColorScheme': true,
      'workbench.colorTheme': 'Dark Modern',
      'workbench.preferredDarkColorTheme': 'Night',
      'workbench.preferredLightColorTheme': 'Light Modern',
    };
    assert.equal(pathOf('dark', settings), './night.json');
    assert.equal(pathOf('light', settings), './light.json');
  });

  it('is the preferred one when the system asked for more contrast', () => {
    const settings = {
      'workbench.colorTheme': 'Dark Modern',
      'workbench.preferredHighContrastColorTheme': 'Default High Contrast',
    };
    assert.equal(pathOf('highContrast', settings), './hc.json');
  });

  it('is unknown when no extension here has it', () => {
    assert.equal(pathOf('dark', { 'workbench.colorTheme': 'Elsewhere' }), undefined);
    assert.equal(pathOf('light', { 'workbench.colorTheme': 'Night' }), undefined);
  });
});

function pathOf(kind: ThemeKind, settings: Readonly<Record<string, unknown>>): string | undefined {
  return activeTheme(themes, kind, readThemeSettings(configuration(settings)))?.path;
}
