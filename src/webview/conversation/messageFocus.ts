import { isComposing } from '../composer/messageKey.ts';
import { element } from '../dom.ts';

const focusable = 'button, a[href], summary, textarea, input, [tabindex="0"]';

/**
 * Keyboard navigation in the list of messages. Tab enters the list at one message, moves through the controls of that
 * message, and then leaves the list. Up, Down, Home and End move between messages. Enter moves from a message to the
 * first button of its notice, or else to its first action button, or else to its first control. Left and Right move
 * between action buttons. The lines between the messages, such as that of a deleted exchange, count as messages.
 */
export class MessageFocus {
  readonly #list: HTMLElement;
  /** Invisible elements before and after the list. Shift+Tab leaves the list from `#before`, Tab from `#after`. */
  readonly #before = element('span', { tabindex: '-1' });
  readonly #after = element('span', { tabindex: '-1' });
  /** The tab stop: the message that gets the focus when Tab enters the list. No other message has a tabindex. */
  #active: HTMLElement | undefined;
  /**
   * True if a message was focused after the last pointer press. If false, Up, Down, Home and End scroll as usual while a
   * message has the focus, and Enter does nothing.
   */
  #isFocusedByKey = false;
  #isTabbing = false;

  constructor(list: HTMLElement) {
    this.#list = list;
    document.addEventListener('keydown', ({ key }) => (this.#isTabbing = key === 'Tab'), { capture: true });
    document.addEventListener('pointerdown', () => (this.#isTabbing = this.#isFocusedByKey = false), { capture: true });
    list.addEventListener('focusin', (event) => this.#handleFocus(event));
    list.addEventListener('keydown', (event) => this.#handleKey(event));
  }

  /** Returns an element that contains `#before`, the list and `#after`. */
  wrappedList(): HTMLElement {
    return element('div', {}, this.#before, this.#list, this.#after);
  }

  /**
   * Must be called after messages were added, hidden, shown again or removed. Makes the last visible message the tab
   * stop, unless the focus is in the list and the current tab stop is still visible.
   */
  refresh(): void {
    if (this.#active?.isConnected === true && !this.#active.hidden && this.#list.contains(document.activeElement))
      return;
    this.enterAtEnd();
  }

  /** Makes the last visible message the tab stop, wherever the focus is. */
  enterAtEnd(): void {
    this.#setActive(this.#messages().at(-1));
  }

  /** Focuses a message without scrolling. */
  focusInPlace(message: HTMLElement): void {
    this.#setActive(message);
    this.#isFocusedByKey = true;
    message.focus({ preventScroll: true });
  }

  focus(message: HTMLElement): void {
    this.focusInPlace(message);
    const log = this.#list.closest('.log');
    if (log === null) return;
    const [view, place] = [log, message].map((each) => each.getBoundingClientRect()) as [DOMRect, DOMRect];
    // `scrollIntoView` would also scroll the page. A message that is taller than the view is shown from its top.
    log.scrollTop += Math.min(place.top - view.top, Math.max(0, place.bottom - view.bottom));
  }

  /** Moves the focus from a control in a message to the message. Returns false if no control in a message has focus. */
  leaveControl(): boolean {
    const message = messageOf(document.activeElement);
    if (message === undefined || message === document.activeElement) return false;
    this.focus(message);
    return true;
  }

  #messages(): readonly HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>(':scope > :not([hidden])')];
  }

  #setActive(message: HTMLElement | undefined): void {
    if (this.#active === message) return;
    this.#active?.removeAttribute('tabindex');
    this.#active = message;
    if (message !== undefined) message.tabIndex = 0;
  }

  #handleFocus({ target, relatedTarget }: FocusEvent): void {
    const isEntered = !(relatedTarget instanceof Node) || !this.#list.contains(relatedTarget);
    if (this.#isTabbing && isEntered && this.#active !== undefined) {
      this.#isTabbing = false;
      this.focus(this.#active);
      return;
    }
    this.#setActive(messageOf(target) ?? this.#active);
  }

  #handleKey(event: KeyboardEvent): void {
    const { key, target, shiftKey } = event;
    const message = messageOf(target);
    if (
      message === undefined ||
      event.defaultPrevented ||
      isComposing(event) ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey
    )
      return;
    if (key === 'Tab') this.#handleTab(message, target, shiftKey);
    else if (!shiftKey && this.#isFocusedByKey && target === message) this.#handleMessageKey(event, message);
    else if (!shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) handleRowKey(event);
  }

  /**
   * On Shift+Tab from the message, moves the focus to `#before`. On Tab from the message's last control, or from a
   * message without controls, moves the focus to `#after`. The browser then moves the focus on, out of the list.
   */
  #handleTab(message: HTMLElement, target: EventTarget | null, isBackwards: boolean): void {
    if (isBackwards && target === message) this.#before.focus({ preventScroll: true });
    else if (!isBackwards && target === (controlsIn(message).at(-1) ?? message))
      this.#after.focus({ preventScroll: true });
  }

  #handleMessageKey(event: KeyboardEvent, message: HTMLElement): void {
    const all = this.#messages();
    const index = all.indexOf(message);
    const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const target = all[Math.min(Math.max(next, 0), all.length - 1)];
      if (target !== undefined) this.focus(target);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      (buttonsOf(message)[0] ?? controlsIn(message)[0])?.focus();
    }
  }
}

function handleRowKey(event: KeyboardEvent): void {
  const row = event.target instanceof Element ? event.target.closest('.message-actions') : null;
  if (row === null) return;
  const buttons = controlsIn(row);
  const index = buttons.findIndex((each) => each === event.target);
  event.preventDefault();
  buttons[(index + (event.key === 'ArrowRight' ? 1 : buttons.length - 1)) % buttons.length]?.focus();
}

function messageOf(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element ? target.closest<HTMLElement>('.messages > *') : null) ?? undefined;
}

function buttonsOf(message: Element): readonly HTMLElement[] {
  const row = message.querySelector('.notice .actions, .message-actions');
  return row === null ? [] : controlsIn(row);
}

function controlsIn(part: Element): readonly HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(focusable)].filter((each) => each.checkVisibility());
}
