import type { TokenLook } from './tokenLooks.ts';
import type { ScopeStyle } from './workerProtocol.ts';

/**
 * The CSS classes of tokens, one for each list of scopes, so that a theme change only changes style rules, not the DOM.
 * The id of a scope list stays the same for all workers of the page, and the list with the id 1 has the class `token-0`.
 */
export class TokenClasses {
  readonly #show: (index: number, look: TokenLook) => void;
  readonly #names: (string | undefined)[] = [undefined];
  readonly #scopes: string[] = [];

  /**
   * `show` must set the look of the class `token-${index}`. It is called once for each new class, and again for every
   * class when the theme changes.
   */
  constructor(show: (index: number, look: TokenLook) => void) {
    this.#show = show;
  }

  /** The scope lists that have a class, in the order of their ids. */
  get scopes(): readonly string[] {
    return this.#scopes;
  }

  /** Returns the class for the id of a scope list; undefined for the id 0. */
  nameOf(id: number): string | undefined {
    return this.#names[id];
  }

  /** Adds classes for the scope lists that get the next ids, in order. */
  add(styles: readonly ScopeStyle[]): void {
    for (const { scopes, look } of styles) {
      const index = this.#scopes.length;
      this.#scopes.push(scopes);
      this.#names.push(`token-${index}`);
      this.#show(index, look);
    }
  }

  /** Changes the looks of all classes, which must be in the order of the ids. */
  setLooks(looks: readonly TokenLook[]): void {
    for (const [index, look] of looks.entries()) this.#show(index, look);
  }
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
