/** Pixels between the top of the view and a message that is scrolled to the top. */
const topMargin = 8;

/** The scroll position of the conversation, and whether the panel or the user set it. All lengths are in pixels. */
export class ScrollPosition {
  readonly #scroller: HTMLElement;
  /** The position after the panel's last move. */
  #movedTo = 0;
  /** The position at the last call of `takeDirection` or after the panel's last move, whichever is later. */
  #lastTop = 0;

  constructor(scroller: HTMLElement) {
    this.#scroller = scroller;
  }

  /** The largest possible `scrollTop`. */
  get end(): number {
    return this.#scroller.scrollHeight - this.#scroller.clientHeight;
  }

  get isAtEnd(): boolean {
    return this.distanceTo(this.end) < 2;
  }

  /** Returns how far `position` is below the current position; negative if it is above. */
  distanceTo(position: number): number {
    return position - this.#scroller.scrollTop;
  }

  moveTo(top: number): void {
    this.#scroller.scrollTop = top;
    this.#noteMove();
  }

  moveBy(distance: number): void {
    // Skip a distance of less than a pixel, because setting even the same position can disturb a scroll animation.
    if (Math.abs(distance) >= 1) this.#scroller.scrollTop += distance;
    this.#noteMove();
  }

  /** Returns true if the position is less than a pixel from the position after the panel's last move. */
  isSetByPanel(): boolean {
    return Math.abs(this.#scroller.scrollTop - this.#movedTo) < 1;
  }

  /** Returns true if the position is above `#lastTop`, by less than half of the view. */
  isSlightlyHigher(): boolean {
    const distance = this.#lastTop - this.#scroller.scrollTop;
    return distance > 0 && distance < this.#scroller.clientHeight / 2;
  }

  /**
   * Returns the direction from `#lastTop` to the current position; undefined if these are equal. Then sets `#lastTop`
   * to the current position.
   */
  takeDirection(): 'up' | 'down' | undefined {
    const [before, now] = [this.#lastTop, this.#scroller.scrollTop];
    this.#lastTop = now;
    if (now === before) return undefined;
    return now < before ? 'up' : 'down';
  }

  /**
   * Returns the scroll position that puts `message` at the top of the view. If the message is long, returns a position
   * further down, so that the reply below gets half of the view.
   */
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
