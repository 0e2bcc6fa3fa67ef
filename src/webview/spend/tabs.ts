import { element } from '../dom.ts';

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly panel: HTMLElement;
}

/**
 * Returns a tab list and its panels, of which one is visible. The left and right arrow keys, Home and End select tabs.
 * `onChoose` is called each time the user selects a tab, but not for the initial selection of `shown`.
 */
export function tabs<Id extends string>(
  label: string,
  all: readonly Tab<Id>[],
  shown: Id,
  onChoose: (id: Id) => void,
): readonly HTMLElement[] {
  const list = element('div', { role: 'tablist', 'aria-label': label, class: 'tabs' });
  const made = all.map((tab) => {
    const button = element(
      'button',
      { type: 'button', role: 'tab', id: `tab-${tab.id}`, 'aria-controls': `panel-${tab.id}` },
      tab.label,
    );
    const panel = element(
      'div',
      { role: 'tabpanel', id: `panel-${tab.id}`, 'aria-labelledby': `tab-${tab.id}` },
      tab.panel,
    );
    button.addEventListener('click', () => {
      show(tab.id);
      onChoose(tab.id);
    });
    list.append(button);
    return { id: tab.id, button, panel };
  });

  function show(id: Id): void {
    for (const each of made) {
      const isShown = each.id === id;
      each.button.setAttribute('aria-selected', String(isShown));
      each.button.tabIndex = isShown ? 0 : -1;
      each.panel.hidden = !isShown;
    }
  }

  list.addEventListener('keydown', (event) => {
    const current = made.findIndex(({ button }) => button === event.target);
    const forward = getComputedStyle(list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const places = new Map([
      [forward, (current + 1) % made.length],
      [backward, (current + made.length - 1) % made.length],
      ['Home', 0],
      ['End', made.length - 1],
    ]);
    const next = made[places.get(event.key) ?? -1];
    if (current < 0 || next === undefined) return;
    event.preventDefault();
    next.button.focus();
    next.button.click();
  });

  show(shown);
  return [list, ...made.map(({ panel }) => panel)];
}
