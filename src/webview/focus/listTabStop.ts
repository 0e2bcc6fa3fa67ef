/**
 * Makes the buttons in the items of a list a single tab stop. All items must have the same buttons in the same order. Some
 * of the buttons may be hidden. ArrowUp and ArrowDown move the focus to the same button of the previous and next item that
 * shows this button, Home and End to that of the first and last such item, and the other arrows to the other buttons of
 * the item. Returns a function that must be called after items were added or removed, or buttons were shown or hidden.
 */
export function createListTabStop(list: HTMLElement): () => void {
  let stop: HTMLButtonElement | undefined;

  function update(): void {
    const buttons = [...list.querySelectorAll('button')];
    if (stop === undefined || stop.hidden || !buttons.includes(stop)) stop = buttons.find(({ hidden }) => !hidden);
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }

  list.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLButtonElement) stop = target;
    update();
  });
  list.addEventListener('keydown', (event) => {
    const next = buttonAfter(list, event);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  return update;
}

/** Returns the button that this key moves the focus to. Returns undefined if the key does not move the focus. */
function buttonAfter(list: HTMLElement, event: KeyboardEvent): HTMLButtonElement | undefined {
  const { target, key } = event;
  if (!(target instanceof HTMLButtonElement) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const items = Array.from(list.children, (item) => [...item.querySelectorAll('button')]);
  const item = items.find((buttons) => buttons.includes(target)) ?? [];
  const row = item.filter(({ hidden }) => !hidden);
  // Count hidden buttons, too. Otherwise, the same place could be another button, which sends instead of edits.
  const place = item.indexOf(target);
  const column = items.flatMap((buttons) => buttons[place] ?? []).filter(({ hidden }) => !hidden);
  const [previous, next] = document.dir === 'rtl' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  switch (key) {
    case 'ArrowUp':
      return column[column.indexOf(target) - 1];
    case 'ArrowDown':
      return column[column.indexOf(target) + 1];
    case 'Home':
      return column.at(0);
    case 'End':
      return column.at(-1);
    case previous:
      return row[row.indexOf(target) - 1];
    case next:
      return row[row.indexOf(target) + 1];
    default:
      return undefined;
  }
}
