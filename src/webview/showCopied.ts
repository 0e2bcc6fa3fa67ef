import * as l10n from '@vscode/l10n';
import { icon, replaceAllChildren } from './dom.ts';
import type { PanelContext } from './panelContext.ts';

/** Shows a check mark on a copy button for 1.5 seconds and announces the copy. Does nothing while the mark is shown. */
export function showCopied(button: HTMLButtonElement, context: PanelContext): void {
  if (button.classList.contains('copied')) return;
  context.announce(l10n.t('Copied'));
  const before = [...button.childNodes];
  button.classList.add('copied');
  button.replaceChildren(icon('check'));
  button.title = l10n.t('Copied');
  setTimeout(() => {
    button.classList.remove('copied');
    replaceAllChildren(button, before);
    button.title = button.ariaLabel ?? '';
  }, 1500);
}
