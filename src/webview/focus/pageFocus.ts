/** Time in milliseconds in which the user may still press a key that was meant for the earlier state of the panel. */
export const reactionTime = 500;

/** Enter, and the keys that are pressed before it in Ctrl+Enter and Cmd+Enter. */
const ignoredKeys = /^(?:Enter|Control|Meta)$/;

/**
 * Ignores Enter for half a second, or until the user presses another key or changes a text. Must be called when the
 * panel moves the focus away from a control that was removed, hidden or pressed, or from an input box of VS Code. The
 * user may have pressed Enter for this control, but Enter in the message box would send the draft.
 */
export function ignoreEnter(): void {
  let isActive = true;
  const handle = (event: Event): void => {
    isActive &&= 'key' in event && ignoredKeys.test(String(event.key));
    if (!isActive) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const options = { capture: true, signal: AbortSignal.timeout(reactionTime) };
  for (const type of ['keydown', 'input']) addEventListener(type, handle, options);
}

/**
 * Calls `action` if the page has the focus, or when VS Code focuses the page within two seconds. Otherwise, the user
 * may be typing in an editor, and must not be interrupted.
 */
export function whenPageFocused(action: () => void): void {
  if (document.hasFocus()) action();
  else addEventListener('focus', action, { once: true, signal: AbortSignal.timeout(2_000) });
}
