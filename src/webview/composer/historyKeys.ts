import { isComposing } from './messageKey.ts';
import { createPromptHistory, type PromptHistory } from './promptHistory.ts';
import type { PanelContext } from '../panelContext.ts';
import { replaceText } from './replaceText.ts';

/**
 * Recalls earlier prompts, as a shell does. Up recalls an older prompt if the caret is at the start of the message box.
 * Down recalls a newer prompt if the caret is at the end. The first Up begins a walk through the prompts. The walk
 * lasts until Down shows the unsent text again, or until `end` or `leave` ends it.
 */
export interface HistoryKeys extends Pick<PromptHistory, 'leave'> {
  /**
   * Returns true if the caller must ignore the key. This is the case if the key asks for an older text, even if no
   * older text exists. It is also the case if the key asks for a newer text while a prompt is shown.
   */
  readonly handleKey: (event: KeyboardEvent) => boolean;
  /** Marks the cached prompts as stale, so that they are requested again (see `PromptHistory.isStale`). */
  readonly expire: () => void;
  /** Continues a walk after the panel was rebuilt. `unsentText` was in the box before the first prompt was recalled. */
  readonly resume: (unsentText: string) => void;
  /** Ends the walk and forgets the unsent text, for example after a message was sent. */
  readonly end: () => void;
}

/** @param onShown Called after a recalled prompt or the unsent text was put into the box. */
export function createHistoryKeys(
  { post, ask }: Pick<PanelContext, 'post' | 'ask'>,
  box: HTMLTextAreaElement,
  onShown: () => void,
): HistoryKeys {
  const history = createPromptHistory();
  /** Text of the box when Up was last pressed while the prompts were stale; undefined once the prompts have arrived. */
  let textAtRequest: string | undefined;
  /** The last recalled text, and the caret's position after the text was inserted. */
  let recalled: { readonly text: string; readonly caret: number } | undefined;

  function handleKey(event: KeyboardEvent): boolean {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return false;
    if (isComposing(event) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { selectionStart: caret, selectionEnd, value } = box;
    if (caret !== selectionEnd) return false;
    // Directly after a one-line text was recalled, both Up and Down work, although the caret is at only one end.
    const isJustRecalled = recalled?.text === value && recalled.caret === caret && !value.includes('\n');
    if (event.key === 'ArrowUp' && (caret === 0 || isJustRecalled)) goUp(event.repeat);
    else if (
      event.key === 'ArrowDown' &&
      history.unsentText !== undefined &&
      (caret === value.length || isJustRecalled)
    )
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
    textAtRequest = box.value;
    if (!isRepeated) void ask({ type: 'listPrompts' }).then(takePrompts);
  }

  function takePrompts(prompts: readonly string[] = []): void {
    history.setPrompts(prompts);
    const isWanted = textAtRequest === box.value && document.activeElement === box;
    textAtRequest = undefined;
    if (isWanted) show(history.older(box.value), 'start');
  }

  function show(text: string | undefined, caretAt: 'start' | 'end'): void {
    if (text === undefined) return;
    replaceText(box, 0, box.value.length, text);
    const caret = caretAt === 'start' ? 0 : box.value.length;
    box.setSelectionRange(caret, caret);
    recalled = { text: box.value, caret };
    onShown();
    post({ type: 'setAside', text: history.unsentText ?? '', prompt: text });
  }

  return {
    handleKey,
    expire: history.expire,
    resume: history.resume,
    leave: history.leave,
    end: history.end,
  };
}
