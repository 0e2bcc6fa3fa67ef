/** Space above a message at the top of the view. */
const topMargin = 8;

/** The position of the view in the conversation. All lengths are in pixels. */
export class ScrollPosition {
  readonly #scroller: HTMLElement;
  /** The position that the panel, and not the reader, chose last. */
  #movedTo = 0;
  #lastTop = 0;

  constructor(scroller: HTMLElement) {
    this.#scroller = scroller;
  }

  /** The largest possible `scrollTop`. */
  get end(): number {
    return this.#scroller.scrollHeight - this.#scroller.clientHeight;
  }

  get distanceToEnd(): number {
    return this.end - this.#scroller.scrollTop;
  }

  get isAtEnd(): boolean {
    return this.distanceToEnd < 2;
  }

  moveTo(top: number): void {
    this.#scroller.scrollTop = top;
    this.#noteMove();
  }

  moveBy(distance: number): void {
    // Setting even the same position would end a scroll animation.
    if (Math.abs(distance) >= 1) this.#scroller.scrollTop += distance;
    this.#noteMove();
  }

  /** True if the panel chose the current position. */
  isOwn(): boolean {
    return Math.abs(this.#scroller.scrollTop - this.#movedTo) < 1;
  }

  /** The direction from the position at the last call or move; undefined if it is the same. */
  takeDirection(): 'up' | 'down' | undefined {
    const [before, now] = [this.#lastTop, this.#scroller.scrollTop];
    this.#lastTop = now;
    if (now === before) return undefined;
    return now < before ? 'up' : 'down';
  }

  /** The position that has a message at the top of the view; a long question leaves half of the view to its reply. */
  topFor(message: HTMLElement): number {
    const reply = message.nextElementSibling;
    return Math.max(
      this.#offsetOf(message) - topMargin,
      reply === null ? 0 : this.#offsetOf(reply) - this.#scroller.clientHeight / 2,
    );
  }

  #noteMove(): void {
    this.#movedTo = this.#scroller.scrollTop;
    this.#lastTop = this.#movedTo;
  }

  #offsetOf(element: Element): number {
    return element.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top + this.#scroller.scrollTop;
  }
}
