import type { CompletionView } from '../../common/protocol/draftProtocol.ts';
import { createDebounce } from '../../common/async/debounce.ts';
import { consume, element } from '../dom.ts';
import { loadModule } from '../onDemand.ts';
import type { PanelContext } from '../panelContext.ts';
import type { CompletionList } from './completionList.ts';
import { findCompletionWord, type CompletionWord } from './completionWord.ts';
import { isComposing } from './messageKey.ts';
import { replaceText } from './replaceText.ts';

/** Suggests files and symbols after `@`, and prompts after `/` at the start of the text. */
export interface Completion {
  readonly element: HTMLElement;
  /**
   * Handles a key while suggestions are shown or requested. If the result is true, the caller must ignore the key. If
   * the suggestions for the current word have not arrived yet, Enter picks the first one when they arrive.
   */
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
  /** Hides the suggestions, for example because the user has not typed the text before the caret. */
  readonly close: () => void;
}

const requestDelayMilliseconds = 60;

export function createCompletion({ post, announce }: PanelContext, box: HTMLTextAreaElement): Completion {
  const place = element('div', { class: 'completion-place' });
  /** Undefined until the first word that triggers suggestions. */
  let loading: Promise<CompletionList> | undefined;
  let list: CompletionList | undefined;
  let count = 0;
  let word: CompletionWord | undefined;
  /** Set while `word` is the `@` that `begin` has typed. */
  let begun: TypedAt | undefined;
  let items: readonly CompletionView[] = [];
  /** Id of the request for which the extension returned `items`. */
  let shownId = '';
  /** True if Enter was pressed before the suggestions for `word` arrived. */
  let isWaiting = false;
  const request = createDebounce(requestDelayMilliseconds);

  box.setAttribute('aria-autocomplete', 'list');
  listenForWords(box, (typed) => (typed === undefined ? close() : ask(typed)));
  box.addEventListener('blur', close);
  document.addEventListener('selectionchange', () => {
    if (word !== undefined && document.activeElement === box && !isAtCaret(word, box)) close();
  });

  async function loadList(): Promise<CompletionList> {
    const { createCompletionList } = await loadModule(async () => import('./completionList.ts'));
    list = createCompletionList(place, box, announce, { pick, close });
    list.show(items, isWaiting);
    return list;
  }

  function ask(typed: CompletionWord): void {
    word = typed;
    isWaiting = false;
    count += 1;
    const completionId = String(count);
    request.schedule(() => post({ type: 'complete', completionId, kind: typed.kind, query: typed.query }));
    loading ??= loadList();
  }

  function close(): void {
    if (word === undefined) return;
    request.cancel();
    word = undefined;
    begun = undefined;
    isWaiting = false;
    items = [];
    list?.show(items, false);
    post({ type: 'endCompletion' });
  }

  /** Returns true if `items` are not, or not all, for the current word. If no file matches, symbols may follow. */
  function isPending(): boolean {
    return shownId !== String(count) || (items.length === 0 && word?.kind === 'context');
  }

  function pick(index: number): void {
    const item = items[index];
    if (item === undefined || word === undefined || isPending()) return;
    post({ type: 'pickCompletion', completionId: shownId, index });
    replaceWord(box, word, item, begun?.isOnlyText !== true);
    // The inserted text may look like another word for which to suggest something.
    close();
  }

  function handleKey(event: KeyboardEvent): boolean {
    if (word === undefined || isComposing(event) || hasModifier(event)) return false;
    const { key } = event;
    const isShown = isWaiting || list?.isOpen() === true;
    isWaiting = isPending() && (key === 'Enter' || (key === 'Tab' && isShown));
    list?.show(items, isWaiting);
    if (key === 'Escape') {
      const { restore } = begun ?? {};
      close();
      if (!isShown) return false;
      restore?.();
    } else if (!isWaiting && list?.handleKey(key) !== true) return false;
    consume(event);
    return true;
  }

  function show(loaded: CompletionList, completionId: string, shown: readonly CompletionView[]): void {
    if (word === undefined || completionId !== String(count)) return;
    shownId = completionId;
    items = shown;
    const isAccepted = isWaiting && !isPending();
    isWaiting &&= !isAccepted;
    // After only a mark, any first item would match.
    loaded.show(items, isWaiting, isAccepted && word.query !== '');
  }

  return {
    element: place,
    handleKey,
    show: (completionId, shown) => void loading?.then((loaded) => show(loaded, completionId, shown)),
    begin: () => {
      begun = typeAt(box, close);
    },
    close,
  };
}

/** Calls `onTyped` after each change of the text by the user, except while an input method composes text. */
function listenForWords(box: HTMLTextAreaElement, onTyped: (word: CompletionWord | undefined) => void): void {
  for (const type of ['input', 'compositionend'])
    box.addEventListener(type, (event) => {
      if (event instanceof InputEvent && event.isComposing) return;
      onTyped(wordAtCaret(box));
    });
}

/** Replaces the word by the text of `item`. Without such a text, replaces it by the item's name if `leavesName`. */
function replaceWord(box: HTMLTextAreaElement, word: CompletionWord, item: CompletionView, leavesName: boolean): void {
  const end = word.start + 1 + word.query.length;
  // The name stays in the text, because the sentence may need it.
  const name = leavesName ? item.label + (end === box.value.length ? ' ' : '') : '';
  replaceText(box, word.start, end, item.text ?? name);
}

interface TypedAt {
  /** True if the message box was blank before. */
  readonly isOnlyText: boolean;
  /** Restores the text as it was before, if the text has not changed since. */
  readonly restore: () => void;
}

/** Replaces the selection with `@`. Calls `onRestored` when the text is restored. */
function typeAt(box: HTMLTextAreaElement, onRestored: () => void): TypedAt {
  const { selectionStart, selectionEnd, value } = box;
  replaceSelectionWithAt(box);
  const typed = box.value;
  return {
    isOnlyText: value.trim() === '',
    restore: () => {
      if (box.value !== typed) return;
      replaceText(box, selectionStart, box.selectionEnd, value.slice(selectionStart, selectionEnd));
      // The restored text may look like another word for which to suggest something.
      onRestored();
    },
  };
}

/** Returns the word before the caret if it triggers suggestions. Returns undefined while text is selected. */
function wordAtCaret({ selectionStart, selectionEnd, value }: HTMLTextAreaElement): CompletionWord | undefined {
  return selectionStart === selectionEnd ? findCompletionWord(value, selectionStart) : undefined;
}

function isAtCaret({ start, query }: CompletionWord, box: HTMLTextAreaElement): boolean {
  const current = wordAtCaret(box);
  return current?.start === start && current.query === query;
}

function replaceSelectionWithAt(box: HTMLTextAreaElement): void {
  const { selectionStart: start, selectionEnd: end, value } = box;
  const isWordStart = start === 0 || /\s/.test(value.charAt(start - 1));
  replaceText(box, start, end, isWordStart ? '@' : ' @');
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey;
}
