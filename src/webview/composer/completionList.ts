import type { CompletionView } from '../../common/protocol/draftProtocol.ts';
import { element, icon, replaceAllChildren } from '../dom.ts';

/** The list of suggestions above the message box. While the list is shown, one option is active (highlighted). */
export interface CompletionList {
  readonly element: HTMLElement;
  readonly isOpen: () => boolean;
  /**
   * Replaces the options, and hides the list if `items` is empty. If an option other than the first was active and
   * `items` still contains this option, it stays active. Otherwise the first option becomes active, unless it is a
   * fallback.
   */
  readonly show: (items: readonly CompletionView[]) => void;
  /** Makes the next or previous option active, and wraps around at both ends. */
  readonly move: (step: 1 | -1) => void;
  /** Returns the index of the active option, or -1 if no option is active. */
  readonly active: () => number;
}

export function createCompletionList(
  name: string,
  box: HTMLTextAreaElement,
  onPicked: (index: number) => void,
): CompletionList {
  const list = element('div', {
    class: 'completion',
    id: 'completion',
    role: 'listbox',
    'aria-label': name,
    hidden: true,
  });
  let items: readonly CompletionView[] = [];
  let active = 0;

  // By default, a mouse press would take the focus from the message box.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const index = [...list.children].findIndex((option) => target instanceof Node && option.contains(target));
    if (index >= 0) onPicked(index);
  });

  function option({ label, detail, icon: iconName }: CompletionView, index: number): HTMLElement {
    const created = element(
      'div',
      {
        class: 'completion-option',
        id: `completion-${index}`,
        role: 'option',
        title: detail === '' ? label : `${label}\n${detail}`,
      },
      icon(iconName),
      element('span', { class: 'completion-label' }, label),
    );
    if (detail !== '') created.append(element('span', { class: 'completion-detail' }, detail));
    return created;
  }

  function activate(index: number): void {
    active = index;
    [...list.children].forEach((each, at) => each.setAttribute('aria-selected', String(at === index)));
    list.children[index]?.scrollIntoView({ block: 'nearest' });
    if (index < 0) box.removeAttribute('aria-activedescendant');
    else box.setAttribute('aria-activedescendant', `completion-${index}`);
  }

  return {
    element: list,
    isOpen: () => !list.hidden,
    show: (shown) => {
      const before = list.hidden ? undefined : items[active];
      items = shown;
      replaceAllChildren(list, items.map(option));
      list.hidden = items.length === 0;
      if (items.length === 0) {
        box.removeAttribute('aria-activedescendant');
        box.removeAttribute('aria-controls');
        return;
      }
      box.setAttribute('aria-controls', list.id);
      const same = items.findIndex(({ label, detail }) => label === before?.label && detail === before.detail);
      // If the first option was active, the user has probably not moved, so activate the new first option.
      activate(items[0]?.isFallback === true ? -1 : active <= 0 ? 0 : Math.max(0, same));
    },
    move: (step) => activate((active + step + items.length) % items.length),
    active: () => active,
  };
}
