import { isComposing } from './messageKey.ts';
import { createPromptHistory } from './promptHistory.ts';
import type { PanelContext } from '../panelContext.ts';
import { replaceText } from './replaceText.ts';

/** Up at the start of the message box and Down at its end walk through earlier prompts. */
export interface HistoryKeys {
  /** True when the key was for the history. */
  readonly handleKey: (event: KeyboardEvent) => boolean;
  /** There are new prompts, or others. */
  readonly expire: () => void;
  readonly resume: (aside: string) => void;
  readonly end: () => void;
}

export function createHistoryKeys(
  { post, ask }: Pick<PanelContext, 'post' | 'ask'>,
  box: HTMLTextAreaElement,
): HistoryKeys {
  const history = createPromptHistory();
  /** The text as it was when Up was pressed and the prompts were asked for. */
  let awaiting: string | undefined;
  /** What was put into the box last, and where the caret stood then. */
  let recalled: { readonly text: string; readonly caret: number } | undefined;

  function handleKey(event: KeyboardEvent): boolean {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return false;
    if (isComposing(event) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { selectionStart: caret, selectionEnd, value } = box;
    if (caret !== selectionEnd) return false;
    // From one short prompt to the next the caret need not be moved to the other end.
    const isPassing = recalled?.text === value && recalled.caret === caret && !value.includes('\n');
    if (event.key === 'ArrowUp' && (caret === 0 || isPassing)) goUp(event.repeat);
    else if (event.key === 'ArrowDown' && history.aside !== undefined && (caret === value.length || isPassing))
      show(history.newer(value), 'end');
    else return false;
    event.preventDefault();
    return true;
  }

  function goUp(isRepeated: boolean): void {
    if (!history.isStale) {
      show(history.older(box.value), 'start');
      return;
    }
    awaiting = box.value;
    if (!isRepeated) void ask({ type: 'listPrompts' }).then(takePrompts);
  }

  function takePrompts(prompts: readonly string[] = []): void {
    history.setPrompts(prompts);
    const isWanted = awaiting === box.value && document.activeElement === box;
    awaiting = undefined;
    if (isWanted) show(history.older(box.value), 'start');
  }

  function show(text: string | undefined, caretAt: 'start' | 'end'): void {
    if (text === undefined) return;
    replaceText(box, 0, box.value.length, text);
    const caret = caretAt === 'start' ? 0 : box.value.length;
    box.setSelectionRange(caret, caret);
    recalled = { text: box.value, caret };
    post({ type: 'setAside', text: history.aside ?? '' });
  }

  return {
    handleKey,
    expire: history.expire,
    resume: history.resume,
    end: history.end,
  };
}
