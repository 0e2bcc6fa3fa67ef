import { Theme } from '@shikijs/vscode-textmate';
import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { standInTheme, standInVariable } from './standInTheme.ts';

/** The style of a token. */
export interface TokenLook {
  /** A CSS value. Undefined means that the token inherits the colour of the surrounding text. */
  readonly color: string | undefined;
  readonly isItalic: boolean;
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
  readonly isStruckThrough: boolean;
}

/** Returns the look of a token. `scopes` starts with the outermost scope. */
export type TokenLooks = (scopes: readonly string[]) => TokenLook;

/** Bit values of `FontStyle`. @shikijs/vscode-textmate exports `FontStyle` only as a type. */
const fontStyleBits = { italic: 1, bold: 2, underline: 4, strikethrough: 8 };

/**
 * Returns a function that matches scopes against a theme's rules as VS Code does. Without rules, the colours come from
 * media/code.css.
 */
export function createTokenLooks(rules: readonly TokenRule[] | undefined): TokenLooks {
  const theme = Theme.createFromRawTheme({ settings: rules === undefined ? [...standInTheme] : rules.map(rawRule) });
  const colors = theme.getColorMap();
  return (scopes) => {
    let path: ScopePath = null;
    let color: string | undefined;
    let fontStyle = 0;
    for (const scopeName of scopes) {
      // `match` expects an instance of a class that is not exported, but reads only these two fields.
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
