import * as l10n from '@vscode/l10n';
import { countHiddenCharacters, type TextKind } from '../common/code/hiddenCharacters.ts';
import { icon, replaceAllChildren } from './dom.ts';
import type { PanelContext } from './panelContext.ts';

/** Asks the extension to copy `text`. Shows a check mark on the copy button `button` if the text was copied. */
export async function copyText(
  context: PanelContext,
  button: HTMLButtonElement,
  text: string,
  kind: TextKind,
): Promise<void> {
  if ((await context.ask({ type: 'copyText', text, kind })) === true) showCopied(button, context);
}

/** Announces the copy and shows a check mark on `button` for 1.5 seconds. Does nothing if the mark is already shown. */
function showCopied(button: HTMLButtonElement, context: PanelContext): void {
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

/**
 * Returns a handler for `copy` events. If `countHiddenCharacters` counts any character of the selection, the handler
 * leaves the copying to the extension, which asks the user first. Otherwise, the browser copies the selection. In text
 * fields, the browser always copies the text.
 */
export function createSelectionCopy({ ask, announce }: Pick<PanelContext, 'ask' | 'announce'>) {
  return (event: ClipboardEvent): void => {
    const selection = document.getSelection();
    const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (selection === null || isField) return;
    const text = selection.toString();
    if (countHiddenCharacters(text, 'code').size === 0) return;
    const kind = isMarkSelected(selection) ? 'code' : 'prose';
    if (countHiddenCharacters(text, kind).size === 0) return;
    event.preventDefault();
    void ask({ type: 'copyText', text, kind }).then((isCopied) => {
      if (isCopied === true) announce(l10n.t('Copied'));
    });
  };
}

/** Returns true if `root` contains a hidden character's mark. Only code has marks. */
export function hasMarks(root: ParentNode): boolean {
  return root.querySelector('.hidden-character') !== null;
}

/** Returns true if the selection contains a part of a hidden character's mark. */
function isMarkSelected(selection: Selection): boolean {
  const range = selection.getRangeAt(0);
  // `Selection.containsNode` for each mark of the page would take time in proportion to the square of their number.
  return hasMarks(range.cloneContents()) || range.startContainer.parentElement?.className === 'hidden-character';
}
