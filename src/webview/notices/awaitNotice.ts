/**
 * Moves the focus to the notices above the message box, where no key sends anything. The next notice with a button
 * moves the focus to its button (see `focusAwaited`), unless the user has moved the focus meanwhile.
 */
export function awaitNotice(): void {
  const place = document.querySelector<HTMLElement>('.notice-area');
  if (place === null) return;
  place.tabIndex = -1;
  place.focus();
}

/** Focuses the first button of the last notice in `place` if `place` itself has the focus. See `awaitNotice`. */
export function focusAwaited(place: HTMLElement): void {
  if (document.activeElement === place) place.lastElementChild?.querySelector('button')?.focus();
}
