import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { createTokenLooks, type TokenLook } from './tokenLooks.ts';

/**
 * Assigns a CSS class to each combination of scopes, so that a theme change only changes style rules, not the DOM.
 * A scope is a grammar's name for a kind of text, such as `comment`. A token usually has several nested scopes.
 */
export interface TokenClasses {
  /** Returns the class name; undefined for a new combination beyond `maxClasses`. */
  readonly classOf: (scopes: readonly string[]) => string | undefined;
  /** Updates the rules of all classes. Without a theme (undefined), the colours come from media/code.css. */
  readonly setTheme: (rules: readonly TokenRule[] | undefined) => void;
}

/**
 * The maximum number of classes. Without a maximum, a malicious code block could create any number of classes. Real
 * code needs a few hundred.
 */
const maxClasses = 5000;

/**
 * `show` must set the look of the class `token-${index}`. It is called once for each new class, and again for every
 * class when the theme changes.
 */
export function createTokenClasses(show: (index: number, look: TokenLook) => void): TokenClasses {
  let looks = createTokenLooks(undefined);
  const indexes = new Map<string, number>();

  return {
    classOf: (scopes) => {
      const key = scopes.join(' ');
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

/** Adds an empty style sheet to the page. Returns a function that sets the rule of one class, such as `token-0`. */
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
