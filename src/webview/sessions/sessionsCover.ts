import type { SessionsView } from './sessionsView.ts';

/** Opens the list of sessions over the other parts of the panel, and restores the focus when the list closes. */
export class SessionsCover {
  readonly #sessions: SessionsView;
  readonly #covered: HTMLElement;
  readonly #focusDefault: () => void;
  /** The element that had the focus before the list was opened. */
  #focusedBefore: Element | null = null;

  /** @param focusDefault Called when the list closes, if the element that had the focus before cannot get it back. */
  constructor(sessions: SessionsView, covered: HTMLElement, focusDefault: () => void) {
    this.#sessions = sessions;
    this.#covered = covered;
    this.#focusDefault = focusDefault;
  }

  open(): void {
    if (!this.#sessions.isOpen()) this.#focusedBefore = document.activeElement;
    // `inert` prevents focus and clicks. Unlike `hidden`, `inert` keeps the layout and the scroll position.
    this.#covered.inert = true;
    this.#sessions.open();
  }

  close(): void {
    if (!this.#sessions.isOpen()) return;
    this.#sessions.close();
    this.#covered.inert = false;
    const before = this.#focusedBefore;
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
    else this.#focusDefault();
  }

  /** Closes the list after the user has chosen a session. Calls `focusDefault`; does not restore the earlier focus. */
  closeAfterChoice(): void {
    this.#focusedBefore = null;
    this.close();
  }
}
