import * as l10n from '@vscode/l10n';
import { countHiddenCharacters, type TextKind } from '../common/code/hiddenCharacters.ts';
import { icon, replaceAllChildren } from './dom.ts';
import type { PanelContext } from './panelContext.ts';
import type * as selectionMarkdown from './selection/selectionMarkdown.ts';

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

type SelectionMarkdown = typeof selectionMarkdown;

/** Copies the selection of the page. */
export interface SelectionCopy {
  /**
   * Handles a `copy` event. A selection across blocks of the conversation is copied by `selectionMarkdown`. If
   * `countHiddenCharacters` counts any character of the selection, the handler leaves the copying to the extension, which
   * asks the user first. Otherwise, and in text fields, the browser copies the selection.
   */
  readonly copy: (event: ClipboardEvent) => void;
  /** Loads `selectionMarkdown` when a selection starts, because the handler of a `copy` event cannot wait. */
  readonly prepare: () => void;
}

export function createSelectionCopy(
  { ask, announce }: Pick<PanelContext, 'ask' | 'announce'>,
  load: () => Promise<SelectionMarkdown>,
): SelectionCopy {
  let loaded: SelectionMarkdown | undefined;

  function copy(event: ClipboardEvent): void {
    const selection = document.getSelection();
    const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (selection === null || selection.isCollapsed || isField) return;
    const range = selection.getRangeAt(0);
    const log = document.querySelector('.log');
    const markdown = log === null ? undefined : loaded?.selectionMarkdown(range, log);
    const text = markdown ?? selection.toString();
    const hasHidden = countHiddenCharacters(text, 'code').size > 0;
    const kind = hasHidden && loaded?.isMarkSelected(range) !== false ? 'code' : 'prose';
    const isHarmless = !hasHidden || countHiddenCharacters(text, kind).size === 0;
    if (isHarmless && (markdown === undefined || event.clipboardData === null)) return;
    event.preventDefault();
    if (isHarmless && loaded !== undefined && log !== null) {
      event.clipboardData?.setData('text/plain', text);
      const html = loaded.selectionHtml(range, log);
      // A formula can show hidden characters that its source does not contain.
      if (countHiddenCharacters(html, kind).size === 0) event.clipboardData?.setData('text/html', html);
      return;
    }
    void ask({ type: 'copyText', text, kind }).then((isCopied) => {
      if (isCopied === true) announce(l10n.t('Copied'));
    });
  }

  async function prepare(): Promise<void> {
    loaded ??= await load();
  }

  return { copy, prepare: () => void prepare() };
}

/** Returns true if `root` contains a hidden character's mark. Only code has marks. */
export function hasMarks(root: ParentNode): boolean {
  return root.querySelector('.hidden-character') !== null;
}
