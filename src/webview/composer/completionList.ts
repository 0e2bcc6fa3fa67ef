import type { CompletionView } from '../../common/protocol/draftProtocol.ts';
import { element, icon } from '../dom.ts';

/** The suggestions above the message box, one of which is active while they are shown. */
export interface CompletionList {
  readonly element: HTMLElement;
  readonly isOpen: () => boolean;
  /** Keeps the active one active when it is still there; an empty list is hidden. */
  readonly show: (items: readonly CompletionView[]) => void;
  readonly move: (step: 1 | -1) => void;
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

  box.setAttribute('aria-autocomplete', 'list');
  // The box keeps the focus.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const index = [...list.children].findIndex((option) => target instanceof Node && option.contains(target));
    if (index >= 0) onPicked(index);
  });

  function option({ label, detail, icon: iconName }: CompletionView, index: number): HTMLElement {
    const made = element(
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
    if (detail !== '') made.append(element('span', { class: 'completion-detail' }, detail));
    return made;
  }

  function activate(index: number): void {
    active = index;
    [...list.children].forEach((each, at) => each.setAttribute('aria-selected', String(at === index)));
    list.children[index]?.scrollIntoView({ block: 'nearest' });
    box.setAttribute('aria-activedescendant', `completion-${index}`);
  }

  return {
    element: list,
    isOpen: () => !list.hidden,
    show: (shown) => {
      const before = list.hidden ? undefined : items[active];
      items = shown;
      list.replaceChildren(...items.map(option));
      list.hidden = items.length === 0;
      if (items.length === 0) {
        box.removeAttribute('aria-activedescendant');
        box.removeAttribute('aria-controls');
        return;
      }
      box.setAttribute('aria-controls', list.id);
      const same = items.findIndex(({ label, detail }) => label === before?.label && detail === before.detail);
      // What came first stays first: only a choice by hand is followed.
      activate(active === 0 ? 0 : Math.max(0, same));
    },
    move: (step) => activate((active + step + items.length) % items.length),
    active: () => active,
  };
}
