import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import themes from '../../../ui/panelThemes.json' with { type: 'json' };
import { standInTheme, standInVariable } from '../../../../src/webview/highlight/standInTheme.ts';

const css = readFileSync(new URL('../../../../media/code.css', import.meta.url), 'utf8');
const selectors = {
  dark: '.vscode-dark',
  light: '.vscode-light',
  'hc-dark': '.vscode-high-contrast',
  'hc-light': 'body.vscode-high-contrast-light',
};

describe('standInTheme', () => {
  for (const [theme, selector] of Object.entries(selectors)) {
    it(`has a contrast of at least 4.5 between each colour and the editor background of the ${theme} theme`, () => {
      const background = themes[theme as keyof typeof themes].variables['--vscode-editor-background'];
      const colors = colorsOf(selector);
      assert.ok(colors.size >= 17);
      for (const [name, color] of colors) {
        assert.ok(
          contrast(color, background) >= 4.5,
          `${name} ${color} on ${background}: ${contrast(color, background).toFixed(2)}`,
        );
      }
    });
  }

  for (const [theme, selector] of Object.entries(selectors)) {
    it(`shows added, removed and unchanged lines of a diff in different colours in the ${theme} theme`, () => {
      const colors = colorsOf(selector);
      const unchanged = themes[theme as keyof typeof themes].variables['--vscode-editor-foreground'];
      const shown = [unchanged, colors.get('--token-inserted'), colors.get('--token-deleted')];
      assert.equal(new Set(shown.filter((color) => color !== undefined)).size, 3, shown.join(' '));
    });
  }

  it('has a colour for each CSS variable in each kind of editor theme', () => {
    const variables = standInTheme.flatMap(({ settings }) => standInVariable(settings.foreground) ?? []);
    assert.ok(variables.length >= 17);
    for (const selector of Object.values(selectors)) {
      for (const variable of variables)
        assert.ok(colorsOf(selector).has(variable.slice('var('.length, -1)), `${variable} in ${selector}`);
    }
  });
});

function colorsOf(selector: string): ReadonlyMap<string, string> {
  const rules = [...css.matchAll(/^([^{}@*/]+)\{([^{}]*)\}/gm)];
  const block = rules
    .filter(([, selectors]) => selectors!.split(',').some((each) => each.trim() === selector))
    .map(([, , body]) => body)
    .join('');
  return new Map([...block.matchAll(/(--token-[a-z]+): (#[0-9a-f]{6});/g)].map((match) => [match[1]!, match[2]!]));
}

/** Returns the contrast ratio as defined by WCAG 2. */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
