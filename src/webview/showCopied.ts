import { icon } from './dom.ts';
import type { PanelContext } from './panelContext.ts';

/** Lets a copy button say for a moment that it has done so. */
export function showCopied(button: HTMLButtonElement, context: PanelContext): void {
  if (button.classList.contains('copied')) return;
  context.announce(context.strings.copied);
  const before = [...button.childNodes];
  button.classList.add('copied');
  button.replaceChildren(icon('check'));
  button.title = context.strings.copied;
  setTimeout(() => {
    button.classList.remove('copied');
    button.replaceChildren(...before);
    button.title = button.ariaLabel ?? '';
  }, 1500);
}
