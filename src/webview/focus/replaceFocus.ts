import { ignoreEnter, ignoreEnterUntilUse } from './pageFocus.ts';

/**
 * Moves the focus away from a control that was removed, hidden, disabled or pressed, or from an input box of VS Code.
 * `removed` must be the control if a message of the extension has removed, hidden or disabled it.
 */
export type ReplaceFocus = (removed?: Element | null) => void;

/** Returns a function that moves the focus by `focusDefault`, and then ignores Enter. */
export function createFocusReplacement(focusDefault: () => void): ReplaceFocus {
  let pressed: Element | null = null;
  const notePress = ({ target }: Event): void => {
    pressed = target instanceof Element ? target.closest('button') : null;
  };
  document.addEventListener('click', notePress, { capture: true });
  document.addEventListener('focusin', () => (pressed = null), { capture: true });
  return (removed) => {
    const isSurprise = removed !== undefined && removed !== pressed;
    focusDefault();
    // A button that now has the focus must stay usable with Enter alone.
    if (isSurprise && document.activeElement instanceof HTMLTextAreaElement) ignoreEnterUntilUse();
    else ignoreEnter();
  };
}
