import type { TokenLook } from './tokenLooks.ts';

/** A style sheet on the page with the rules for the classes `token-0`, `token-1`, …; returns what sets one. */
export function tokenSheet(): (index: number, look: TokenLook) => void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  return (index, look) => {
    if (index >= sheet.cssRules.length) sheet.insertRule(`.token-${index} {}`, index);
    const rule = sheet.cssRules[index];
    if (!(rule instanceof CSSStyleRule)) return;
    const lines = [look.isUnderlined ? 'underline' : '', look.isStruckThrough ? 'line-through' : ''].filter((line) => line !== '');
    rule.style.color = look.color ?? '';
    rule.style.fontStyle = look.isItalic ? 'italic' : '';
    rule.style.fontWeight = look.isBold ? 'bold' : '';
    rule.style.textDecoration = lines.join(' ');
  };
}
