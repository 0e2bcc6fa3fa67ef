import * as l10n from '@vscode/l10n';
import { element } from '../dom.ts';

/** The state of the page when the find bar is opened. */
export interface FindStart {
  /** The selected text of the conversation, and its range. Undefined if the selection is empty or elsewhere. */
  readonly selected: { readonly text: string; readonly range: Range } | undefined;
  /** The element that gets the focus when the bar is closed. */
  readonly returnTo: Element | null;
}

/** Must be called before the bar moves the focus, because the focus removes the selection. */
export function findStart(content: Element): FindStart {
  const selection = document.getSelection();
  const text = selection?.toString() ?? '';
  const isInside = selection !== null && text !== '' && content.contains(selection.anchorNode);
  return {
    selected: isInside ? { text, range: selection.getRangeAt(0) } : undefined,
    returnTo: document.activeElement,
  };
}

/** Puts the selected text into the input, except if it has several lines. Focuses the input and selects its text. */
export function focusInput(input: HTMLInputElement, { selected }: FindStart): void {
  if (selected !== undefined && !selected.text.includes('\n')) input.value = selected.text;
  input.focus();
  input.select();
}

export function createFindInput(): HTMLInputElement {
  return element('input', {
    ...{ type: 'text', dir: 'auto', spellcheck: 'false', autocomplete: 'off' },
    ...{ 'aria-label': l10n.t('Find'), placeholder: l10n.t('Find') },
  });
}

/** Returns true for Ctrl+F and Cmd+F. */
export function opensFind({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** Prevents VS Code from handling the key as well. */
export function consume(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
