import { isComposing } from '../composer/messageKey.ts';
import { element } from '../dom.ts';

/**
 * The keyboard's way through the messages: together they are one tab stop. Up, Down, Home and End go from one to
 * another, Enter to the buttons of the one that has the focus, Tab through all that is in it and then out.
 */
export interface MessageFocus {
  /** The list, between two places from which Tab leaves it. */
  readonly element: HTMLElement;
  /** Messages came or went: the last one is where Tab leads, unless the person is among them. */
  readonly refresh: () => void;
  readonly focus: (message: HTMLElement) => void;
  /** From a part of a message to the message; false when the focus is not in one. */
  readonly leavePart: () => boolean;
}

const focusable = 'button, a[href], summary, textarea, input, [tabindex="0"]';

export function messageFocus(list: HTMLElement): MessageFocus {
  let active: HTMLElement | undefined;
  /** How the focus moves: with the pointer, the arrow keys scroll as they do anywhere. */
  let isByKey = false;
  let isTabbing = false;
  const before = element('span', { tabindex: '-1' });
  const after = element('span', { tabindex: '-1' });

  document.addEventListener('keydown', ({ key }) => (isTabbing = key === 'Tab'), { capture: true });
  document.addEventListener('pointerdown', () => (isTabbing = isByKey = false), { capture: true });
  list.addEventListener('focusin', handleFocus);
  list.addEventListener('keydown', handleKey);

  function messages(): readonly HTMLElement[] {
    return [...list.children].filter((each): each is HTMLElement => each instanceof HTMLElement && each.matches('.message:not([hidden])'));
  }

  function messageOf(target: EventTarget | null): HTMLElement | undefined {
    return (target instanceof Element ? target.closest<HTMLElement>('.message') : null) ?? undefined;
  }

  function setActive(message: HTMLElement | undefined): void {
    if (active === message) return;
    active?.removeAttribute('tabindex');
    active = message;
    if (message !== undefined) message.tabIndex = 0;
  }

  function focus(message: HTMLElement): void {
    setActive(message);
    isByKey = true;
    message.focus({ preventScroll: true });
    const isTall = message.offsetHeight > (list.closest('.log')?.clientHeight ?? 0);
    message.scrollIntoView({ block: isTall ? 'start' : 'nearest' });
  }

  function handleFocus({ target, relatedTarget }: FocusEvent): void {
    const isEntered = !(relatedTarget instanceof Node) || !list.contains(relatedTarget);
    if (isTabbing && isEntered && active !== undefined) {
      isTabbing = false;
      focus(active);
      return;
    }
    setActive(messageOf(target) ?? active);
  }

  function handleKey(event: KeyboardEvent): void {
    const { key, target, shiftKey } = event;
    const message = messageOf(target);
    if (message === undefined || event.defaultPrevented || isComposing(event) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === 'Tab') handleTab(message, target, shiftKey);
    else if (!shiftKey && isByKey && target === message) handleMessageKey(event, message);
    else if (!shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) handleRowKey(event);
  }

  /** At the edges of the message the focus goes to the edge of the list, from which the browser takes it out. */
  function handleTab(message: HTMLElement, target: EventTarget | null, isBackwards: boolean): void {
    if (isBackwards && target === message) before.focus({ preventScroll: true });
    else if (!isBackwards && target === (parts(message).at(-1) ?? message)) after.focus({ preventScroll: true });
  }

  function handleMessageKey(event: KeyboardEvent, message: HTMLElement): void {
    const all = messages();
    const index = all.indexOf(message);
    const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const target = all[Math.min(Math.max(next, 0), all.length - 1)];
      if (target !== undefined) focus(target);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      (rowOf(message)[0] ?? parts(message)[0])?.focus();
    }
  }

  function handleRowKey(event: KeyboardEvent): void {
    const row = event.target instanceof Element ? event.target.closest('.message-actions') : null;
    if (row === null) return;
    const buttons = rowOf(row);
    const index = buttons.findIndex((each) => each === event.target);
    event.preventDefault();
    buttons[(index + (event.key === 'ArrowRight' ? 1 : buttons.length - 1)) % buttons.length]?.focus();
  }

  return {
    element: element('div', {}, before, list, after),
    refresh: () => {
      if (active?.isConnected === true && !active.hidden && list.contains(document.activeElement)) return;
      setActive(messages().at(-1));
    },
    focus,
    leavePart: () => {
      const message = messageOf(document.activeElement);
      if (message === undefined || message === document.activeElement) return false;
      focus(message);
      return true;
    },
  };
}

function rowOf(part: Element): readonly HTMLElement[] {
  const row = part.matches('.message-actions') ? part : part.querySelector('.message-actions');
  return row === null ? [] : parts(row);
}

function parts(of: Element): readonly HTMLElement[] {
  return [...of.querySelectorAll<HTMLElement>(focusable)].filter((each) => each.checkVisibility());
}
