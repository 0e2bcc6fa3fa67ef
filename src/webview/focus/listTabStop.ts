/**
 * Makes the buttons in the items of a list a single tab stop. ArrowUp and ArrowDown move the focus to the same button of
 * the previous and next item, the other arrows to the other buttons of the item, and Home and End to the first and last
 * item. Returns a function that must be called after items were added or removed, or buttons were shown or hidden.
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
  const items = [...list.children];
  const row = items.findIndex((each) => each.contains(target));
  const buttonsOf = (index: number) =>
    [...(items[index]?.querySelectorAll('button') ?? [])].filter(({ hidden }) => !hidden);
  const column = buttonsOf(row).indexOf(target);
  const [previous, next] = document.dir === 'rtl' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  switch (key) {
    case 'ArrowUp':
      return buttonsOf(row - 1)[column];
    case 'ArrowDown':
      return buttonsOf(row + 1)[column];
    case 'Home':
      return buttonsOf(0)[column];
    case 'End':
      return buttonsOf(items.length - 1)[column];
    case previous:
      return buttonsOf(row)[column - 1];
    case next:
      return buttonsOf(row)[column + 1];
    default:
      return undefined;
  }
}
