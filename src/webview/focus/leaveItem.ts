/**
 * Moves the focus away from a pressed button that removes its item from a list, and disables the button. After a press
 * of a key, focuses the same button of the next item that is not being removed, otherwise of the previous one. If there
 * is none, or after a click, calls `focusDefault`: after a click, the user may type, and a space would press the next
 * button.
 *
 * Must be called synchronously in the button's click listener, because `click.currentTarget` is null afterwards.
 */
export function leaveItem(click: MouseEvent, focusDefault: () => void): void {
  const { currentTarget: button, detail } = click;
  if (!(button instanceof HTMLButtonElement)) return;
  button.ariaDisabled = 'true';
  const icon = button.firstElementChild;
  const item = button.closest('li, section');
  const items = [...(item?.parentElement?.children ?? [])];
  const index = items.findIndex((each) => each === item);
  const next = [...items.slice(index), ...items.slice(0, index).reverse()]
    .flatMap((each) => [...each.querySelectorAll('button')])
    // Compare the icons, because the button's name may contain the name of the item.
    .find((each) => !each.hidden && each.ariaDisabled !== 'true' && each.firstElementChild?.isEqualNode(icon));
  if (detail === 0 && next !== undefined) next.focus();
  else focusDefault();
}
