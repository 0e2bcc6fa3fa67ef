import * as l10n from '@vscode/l10n';
import { icon } from './dom.ts';
import type { PanelContext } from './panelContext.ts';

/** Lets a copy button say for a moment that it has done so. */
export function showCopied(button: HTMLButtonElement, context: PanelContext): void {
  if (button.classList.contains('copied')) return;
  context.announce(l10n.t('Copied'));
  const before = [...button.childNodes];
  button.classList.add('copied');
  button.replaceChildren(icon('check'));
  button.title = l10n.t('Copied');
  setTimeout(() => {
    button.classList.remove('copied');
    button.replaceChildren(...before);
    button.title = button.ariaLabel ?? '';
  }, 1500);
}
