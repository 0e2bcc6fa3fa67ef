import * as l10n from '@vscode/l10n';
import type { CompletionView } from '../../common/protocol/draftProtocol.ts';
import { element, icon, replaceAllChildren } from '../dom.ts';

/** The list of suggestions above the message box. While the list is shown, one option is active (highlighted). */
export interface CompletionList {
  readonly isOpen: () => boolean;
  /**
   * Replaces the options, and hides the list if `items` is empty. If an option other than the first was active and
   * `items` still contains this option, it stays active. Otherwise the first option becomes active, unless it is a
   * fallback.
   *
   * @param isWaiting True if Enter waits for further suggestions.
   * @param picksActive True to pick the active option, if there is one.
   */
  readonly show: (items: readonly CompletionView[], isWaiting: boolean, picksActive?: boolean) => void;
  /**
   * Returns false if the message box should handle the key, too: if the list is hidden, or if the key has no effect on the
   * list. Tab also moves the focus if it only closes the list.
   */
  readonly handleKey: (key: string) => boolean;
}

interface CompletionActions {
  readonly pick: (index: number) => void;
  readonly close: () => void;
}

/** Creates the list in `place`, together with a line that is shown if Enter waits while the list is hidden. */
export function createCompletionList(
  place: HTMLElement,
  box: HTMLTextAreaElement,
  announce: (text: string) => void,
  { pick, close }: CompletionActions,
): CompletionList {
  const list = element('div', {
    class: 'completion',
    id: 'completion',
    role: 'listbox',
    'aria-label': l10n.t('Suggestions'),
    hidden: true,
  });
  const searching = element('div', { class: 'completion completion-wait', hidden: true }, l10n.t('Searching…'));
  place.append(list, searching);
  let items: readonly CompletionView[] = [];
  let active = 0;
  /** True if Enter was already used to search for the shown items, and no option is active. The next one may send. */
  let isEnterUsed = false;

  // By default, a mouse press would take the focus from the message box.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const index = [...list.children].findIndex((option) => target instanceof Node && option.contains(target));
    if (index >= 0) pick(index);
  });

  function activate(index: number): void {
    active = index;
    [...list.children].forEach((each, at) => each.setAttribute('aria-selected', String(at === index)));
    list.children[index]?.scrollIntoView({ block: 'nearest' });
    if (index < 0) box.removeAttribute('aria-activedescendant');
    else box.setAttribute('aria-activedescendant', `completion-${index}`);
  }

  /** Makes the next or previous option active, and wraps around at both ends. */
  function move(step: 1 | -1): void {
    activate((active + step + items.length) % items.length);
  }

  function showItems(shown: readonly CompletionView[]): void {
    const before = list.hidden ? undefined : items[active];
    items = shown;
    isEnterUsed = false;
    replaceAllChildren(list, items.map(createOption));
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
  }

  return {
    isOpen: () => !list.hidden,
    show: (shown, isWaiting, picksActive = false) => {
      const wasOpen = !list.hidden;
      const wasWaiting = !searching.hidden;
      // The user may have moved to an option of the shown list.
      if (shown !== items) showItems(shown);
      if (isWaiting && !wasWaiting) announce(searching.textContent);
      searching.hidden = !isWaiting;
      if (list.hidden) {
        // Otherwise, screen readers would still find the sentence about the suggestions.
        if (!isWaiting && (wasOpen || wasWaiting)) announce('');
        return;
      }
      if (picksActive && active < 0) isEnterUsed = true;
      if (picksActive && active >= 0) pick(active);
      else if (!wasOpen) announce(spokenOpening(active < 0 && items[0]));
    },
    handleKey: (key) => {
      if (list.hidden) return false;
      switch (key) {
        case 'ArrowDown':
          move(1);
          return true;
        case 'ArrowUp':
          move(-1);
          return true;
        case 'Enter':
        case 'Tab':
          if (active < 0) {
            // The user has probably misspelled a name. A message with the misspelled name would cost money.
            const isKept = key === 'Enter' && !isEnterUsed;
            close();
            return isKept;
          }
          pick(active);
          return true;
        default:
          return false;
      }
    },
  };
}

function spokenOpening(fallback: CompletionView | undefined | false): string {
  return fallback
    ? l10n.t('No results. Press Down to select “{0}”.', fallback.label)
    : l10n.t('Suggestions. Select with the arrow keys, accept with Enter.');
}

function createOption({ label, detail, icon: iconName }: CompletionView, index: number): HTMLElement {
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
