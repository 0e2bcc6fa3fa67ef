import { Theme } from '@shikijs/vscode-textmate';
import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { standInTheme, standInVariable } from './standInTheme.ts';

/** How a token looks; what is undefined is as in the text around it. */
export interface TokenLook {
  /** A value for CSS. */
  readonly color: string | undefined;
  readonly isItalic: boolean;
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
  readonly isStruckThrough: boolean;
}

/** Finds how a token with these scopes looks, outermost first. */
export type TokenLooks = (scopes: readonly string[]) => TokenLook;

/** As in the package's `FontStyle`, which is known to its types only. */
const fontStyleBits = { italic: 1, bold: 2, underline: 4, strikethrough: 8 };

/** Looks by a theme's rules, matched as the editor matches them; without a theme, by the style sheet's own colours. */
export function createTokenLooks(rules: readonly TokenRule[] | undefined): TokenLooks {
  const theme = Theme.createFromRawTheme({ settings: rules === undefined ? [...standInTheme] : rules.map(rawRule) });
  const colors = theme.getColorMap();
  return (scopes) => {
    let path: ScopePath = null;
    let color: string | undefined;
    let fontStyle = 0;
    for (const scopeName of scopes) {
      // The class is not exported, and only these two fields of it are read.
      path = { parent: path, scopeName } as ScopePath;
      const found = theme.match(path);
      if (found === null) continue;
      if (found.foregroundId > 0) color = colors[found.foregroundId];
      if (found.fontStyle >= 0) fontStyle = found.fontStyle;
    }
    return {
      color: rules === undefined ? standInVariable(color) : color?.toLowerCase(),
      isItalic: (fontStyle & fontStyleBits.italic) !== 0,
      isBold: (fontStyle & fontStyleBits.bold) !== 0,
      isUnderlined: (fontStyle & fontStyleBits.underline) !== 0,
      isStruckThrough: (fontStyle & fontStyleBits.strikethrough) !== 0,
    };
  };
}

type ScopePath = Parameters<Theme['match']>[0];

function rawRule({ scope, foreground, fontStyle }: TokenRule) {
  return {
    scope: [...scope],
    settings: { ...(foreground !== undefined && { foreground }), ...(fontStyle !== undefined && { fontStyle }) },
  };
}
