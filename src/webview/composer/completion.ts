import * as l10n from '@vscode/l10n';
import type { CompletionView } from '../../common/protocol/draftProtocol.ts';
import { createDebounce } from '../debounce.ts';
import { element } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { createCompletionList } from './completionList.ts';
import { findCompletionWord, type CompletionWord } from './completionWord.ts';
import { isComposing } from './messageKey.ts';
import { replaceText } from './replaceText.ts';

/** Suggests files and symbols after `@`, and prompts after `/` at the start of the text. */
export interface Completion {
  readonly element: HTMLElement;
  /** Handles a key while suggestions are shown. If the result is true, the caller must ignore the key. */
  readonly handleKey: (event: KeyboardEvent) => boolean;
  /**
   * Shows suggestions. Ignores suggestions that answer an outdated request, or that arrive after completion has ended,
   * for example because the message box has lost the focus.
   */
  readonly show: (completionId: string, items: readonly CompletionView[]) => void;
  /**
   * Replaces the selection with `@`, as if the user had typed `@`. Adds a space before `@` if `@` would not start a
   * word. The resulting input event requests suggestions.
   */
  readonly begin: () => void;
}

const requestDelayMilliseconds = 60;

export function createCompletion({ post, announce }: PanelContext, box: HTMLTextAreaElement): Completion {
  const list = createCompletionList(l10n.t('Suggestions'), box, pick);
  let count = 0;
  let word: CompletionWord | undefined;
  /** True if `begin` has typed the `@` of `word` into an otherwise blank message box. */
  let isBegun = false;
  let items: readonly CompletionView[] = [];
  /** Id of the request for which the extension returned `items`. */
  let shownId = '';
  const request = createDebounce(requestDelayMilliseconds);

  box.addEventListener('input', (event) => {
    if (event instanceof InputEvent && event.isComposing) return;
    const { selectionStart: caret, selectionEnd, value } = box;
    const typed = caret === selectionEnd ? findCompletionWord(value, caret) : undefined;
    if (typed === undefined) close();
    else ask(typed);
  });
  box.addEventListener('blur', close);
  document.addEventListener('selectionchange', () => {
    if (word === undefined || document.activeElement !== box) return;
    const { selectionStart: caret, selectionEnd, value } = box;
    const current = caret === selectionEnd ? findCompletionWord(value, caret) : undefined;
    if (current?.start !== word.start || current.query !== word.query) close();
  });

  function ask(typed: CompletionWord): void {
    const { kind, query } = typed;
    word = typed;
    count += 1;
    const completionId = String(count);
    request.schedule(() => post({ type: 'complete', completionId, kind, query }));
  }

  function close(): void {
    if (word === undefined) return;
    request.cancel();
    word = undefined;
    isBegun = false;
    items = [];
    list.show(items);
    post({ type: 'endCompletion' });
  }

  function pick(index: number): void {
    const item = items[index];
    if (item === undefined || word === undefined) return;
    const { start, query } = word;
    const end = start + 1 + query.length;
    // The name stays in the text, because the sentence may need it.
    const name = isBegun ? '' : item.label + (end === box.value.length ? ' ' : '');
    post({ type: 'pickCompletion', completionId: shownId, index });
    close();
    replaceText(box, start, end, item.text ?? name);
    // The inserted text may look like another word for which to suggest something.
    close();
  }

  function handleKey(event: KeyboardEvent): boolean {
    if (!list.isOpen() || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return false;
    switch (event.key) {
      case 'ArrowDown':
        list.move(1);
        break;
      case 'ArrowUp':
        list.move(-1);
        break;
      case 'Enter':
      case 'Tab':
        if (list.active() < 0) {
          close();
          return false;
        }
        pick(list.active());
        break;
      case 'Escape':
        close();
        break;
      default:
        return false;
    }
    event.preventDefault();
    // Without `stopPropagation`, VS Code would also handle the key.
    event.stopPropagation();
    return true;
  }

  return {
    element: element('div', { class: 'completion-place' }, list.element),
    handleKey,
    show: (completionId, shown) => {
      if (word === undefined || completionId !== String(count)) return;
      const wasOpen = list.isOpen();
      shownId = completionId;
      items = shown;
      list.show(items);
      if (wasOpen || !list.isOpen()) return;
      announce(
        list.active() < 0
          ? l10n.t('No results. Press Down to choose files.')
          : l10n.t('Suggestions: choose with the arrow keys, take with Enter.'),
      );
    },
    begin: () => {
      const { selectionStart: start, selectionEnd: end, value } = box;
      const isWordStart = start === 0 || /\s/.test(value.charAt(start - 1));
      const isBlank = value.trim() === '';
      replaceText(box, start, end, isWordStart ? '@' : ' @');
      isBegun = isBlank;
    },
  };
}
