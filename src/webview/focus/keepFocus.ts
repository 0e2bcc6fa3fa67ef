/**
 * Returns the focus to the element that had it, when the panel gets the focus back from VS Code, for example after a
 * menu or a dialog. Chromium forgets this element when another frame gets the focus. Calls `focusDefault` if the
 * element can no longer be focused.
 */
export function keepFocus(focusDefault: () => void): void {
  let last: Element | null = null;
  const isLost = (): boolean => document.activeElement === document.body;
  // The event's target is not the focused element if another listener has moved the focus on.
  document.addEventListener('focusin', () => (last = document.activeElement));
  window.addEventListener('focus', () => {
    if (!isLost() || !(last instanceof HTMLElement)) return;
    last.focus({ preventScroll: true });
    if (isLost()) focusDefault();
  });
}
