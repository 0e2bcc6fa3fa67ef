/** Time in milliseconds in which the user may still press a key that was meant for the earlier state of the panel. */
export const reactionTime = 500;

/** Enter, and the keys that are pressed before it in Ctrl+Enter and Cmd+Enter. */
const ignoredKeys = /^(?:Enter|Control|Meta)$/;

/**
 * Ignores Enter for half a second, or until the user presses another key or changes a text. Must be called when the
 * panel moves the focus away from a control that was pressed, or from an input box of VS Code. The user may have pressed
 * Enter for this control, but Enter in the message box would send the draft.
 */
export function ignoreEnter(): void {
  ignoreEnterUntil(['keydown', 'input'], reactionTime);
}

/**
 * Ignores Enter until the user presses another key, changes a text, clicks or moves the focus. Must be called after the
 * panel has moved the focus away from a control that was removed, hidden or disabled while the user did nothing. The
 * user may not notice this for a long time.
 */
export function ignoreEnterUntilUse(): void {
  ignoreEnterUntil(['keydown', 'input', 'pointerdown', 'focusin']);
}

/** @param longest In milliseconds; by default without end. */
function ignoreEnterUntil(types: readonly string[], longest?: number): void {
  const used = new AbortController();
  const handle = (event: Event & { readonly key?: string }): void => {
    if (ignoredKeys.test(event.key ?? '')) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else used.abort();
  };
  const { signal } = used;
  for (const type of types) addEventListener(type, handle, { capture: true, signal });
  if (longest !== undefined) setTimeout(() => used.abort(), longest);
}

/**
 * Calls `action` if the page has the focus, or when VS Code focuses the page within two seconds. Otherwise, the user
 * may be typing in an editor, and must not be interrupted.
 */
export function whenPageFocused(action: () => void): void {
  if (document.hasFocus()) action();
  else addEventListener('focus', action, { once: true, signal: AbortSignal.timeout(2_000) });
}
