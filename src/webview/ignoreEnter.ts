/** Time in milliseconds in which the user may still press a key that was meant for the earlier state of the panel. */
export const reactionTime = 500;

/**
 * Ignores Enter for half a second, or until the user presses another key. Must be called when the panel moves the focus
 * away from a control that was removed, hidden or pressed. The user may have pressed Enter for this control, but Enter in
 * the message box would send the draft.
 */
export function ignoreEnter(): void {
  const end = performance.now() + reactionTime;
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || performance.now() > end) {
      window.removeEventListener('keydown', handleKey, true);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', handleKey, true);
}
