import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { createTokenLooks, type TokenLook } from './tokenLooks.ts';

/** Gives each combination of scopes a class of its own, so that another theme needs other style rules and nothing else. */
export interface TokenClasses {
  readonly classOf: (scopes: readonly string[]) => string | undefined;
  /** Shows all classes as the theme has them; undefined for the style sheet's own colours. */
  readonly setTheme: (rules: readonly TokenRule[] | undefined) => void;
}

/** Real code needs a few hundred; code that was made up to need more is plain from there on. */
const maxClasses = 5000;

/** `show` says how a class looks: it is called for each new class, and for all of them when the theme changes. */
export function createTokenClasses(show: (index: number, look: TokenLook) => void): TokenClasses {
  let looks = createTokenLooks(undefined);
  const indexes = new Map<string, number>();

  return {
    classOf: (scopes) => {
      const key = distinct(scopes).join(' ');
      let index = indexes.get(key);
      if (index === undefined) {
        if (indexes.size >= maxClasses) return undefined;
        index = indexes.size;
        indexes.set(key, index);
        show(index, looks(key.split(' ')));
      }
      return `token-${index}`;
    },
    setTheme: (rules) => {
      looks = createTokenLooks(rules);
      for (const [key, index] of indexes) show(index, looks(key.split(' ')));
    },
  };
}

/** Adds a style sheet for the classes `token-0`, `token-1`, … to the page; returns the function that sets one of its rules. */
export function createTokenSheet(): (index: number, look: TokenLook) => void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  return (index, look) => {
    if (index >= sheet.cssRules.length) sheet.insertRule(`.token-${index} {}`, index);
    const rule = sheet.cssRules[index];
    if (!(rule instanceof CSSStyleRule)) return;
    const lines = [look.isUnderlined ? 'underline' : '', look.isStruckThrough ? 'line-through' : ''].filter(
      (line) => line !== '',
    );
    rule.style.color = look.color ?? '';
    rule.style.fontStyle = look.isItalic ? 'italic' : '';
    rule.style.fontWeight = look.isBold ? 'bold' : '';
    rule.style.textDecoration = lines.join(' ');
  };
}

/** Each scope once, where it is innermost: nested data repeats the same ones at each level. */
function distinct(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes.toReversed())].reverse();
}
