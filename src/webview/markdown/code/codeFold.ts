import * as l10n from '@vscode/l10n';
import { pluralText } from '../../../common/text/pluralText.ts';
import { element, textButton } from '../../dom.ts';

/** Code with more lines is folded to this number of lines. `code.css` has the same number. */
const maxLines = 30;

/** Codes that are shown in another way than by default. Kept by text, so that code that is drawn again looks the same. */
export class CodeLooks {
  readonly unfolded = new Set<string>();
  readonly wrapped = new Set<string>();
}

/**
 * Folds the long code of `block`, and adds a button that shows all lines. Call `foldCode` when the code is complete.
 * Code that was shown while it was received stays unfolded, so that its reader keeps the place.
 */
export function foldCode(block: HTMLElement, text: string, { unfolded }: CodeLooks, wasOpen: boolean): void {
  block.classList.remove('folded');
  block.querySelector('.code-fold')?.remove();
  const lines = countLines(text);
  if (lines <= maxLines) return;
  const count = pluralText(lines, document.documentElement.lang, {
    one: l10n.t('{0} line', lines),
    few: l10n.t({ message: '{0} lines', args: [lines], comment: 'few' }),
    many: l10n.t({ message: '{0} lines', args: [lines], comment: 'many' }),
    other: l10n.t('{0} lines', lines),
  });
  const button = textButton('', 'link-button', () => {
    setFolded(!block.classList.contains('folded'));
    // The button moves with the end of the code.
    button.scrollIntoView({ block: 'nearest' });
  });
  button.ariaDescription = count;

  function setFolded(isFolded: boolean): void {
    block.classList.toggle('folded', isFolded);
    button.textContent = isFolded ? l10n.t('Show all') : l10n.t('Show less');
    button.ariaExpanded = String(!isFolded);
    if (isFolded) unfolded.delete(text);
    else unfolded.add(text);
  }

  setFolded(!wasOpen && !unfolded.has(text));
  block.append(element('div', { class: 'code-fold' }, button, element('span', { class: 'code-line-count' }, count)));
}

/** Sets whether the long lines of `block` wrap. */
export function wrapCode(block: HTMLElement, text: string, { wrapped }: CodeLooks, isWrapped: boolean): void {
  block.classList.toggle('wrapped', isWrapped);
  if (isWrapped) wrapped.add(text);
  else wrapped.delete(text);
}

/** Unfolds the code block that contains `node`, if that block is folded. */
export function unfoldAround(node: Node): void {
  const holder = node instanceof Element ? node : node.parentElement;
  holder?.closest('.code-block.folded')?.querySelector<HTMLElement>('.code-fold > button')?.click();
}

function countLines(text: string): number {
  let count = 1;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) count += 1;
  return count;
}
