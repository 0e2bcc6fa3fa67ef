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
  ignoreEnterUntil(['keydown', 'input'], AbortSignal.timeout(reactionTime));
}

/**
 * Ignores Enter until the user presses another key, changes a text, clicks or moves the focus. Must be called after the
 * panel has moved the focus away from a control that was removed, hidden or disabled while the user did nothing. The
 * user may not notice this for a long time.
 */
export function ignoreEnterUntilUse(): void {
  ignoreEnterUntil(['keydown', 'input', 'pointerdown', 'focusin']);
}

function ignoreEnterUntil(types: readonly string[], timeout?: AbortSignal): void {
  const used = new AbortController();
  const handle = (event: Event): void => {
    if (!('key' in event && ignoredKeys.test(String(event.key)))) {
      used.abort();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const signal = timeout === undefined ? used.signal : AbortSignal.any([used.signal, timeout]);
  for (const type of types) addEventListener(type, handle, { capture: true, signal });
}

/**
 * Calls `action` if the page has the focus, or when VS Code focuses the page within two seconds. Otherwise, the user
 * may be typing in an editor, and must not be interrupted.
 */
export function whenPageFocused(action: () => void): void {
  if (document.hasFocus()) action();
  else addEventListener('focus', action, { once: true, signal: AbortSignal.timeout(2_000) });
}
