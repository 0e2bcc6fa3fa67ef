/**
 * The browser performs the user's scrolling on another thread, with the layout of an earlier frame. A new layout
 * reaches that thread within this number of frames.
 */
const frameCount = 3;

/**
 * The end of the conversation as it was in the last frames, as a scroll position in pixels. While the conversation
 * grows, a user who scrolls to the end reaches an earlier end, because the browser does not know the new one yet.
 */
export class RecentEnds {
  #current = 0;
  readonly #earlier: number[] = [];

  /** Call `note` with the end after each layout that may have changed it. */
  note(end: number): void {
    if (end === this.#current) return;
    this.#earlier.push(this.#current);
    this.#current = end;
    this.#forgetAfter(frameCount);
  }

  /** Returns the nearest end of the last frames: the smallest scroll position that was the end. */
  nearest(): number {
    return this.#earlier.reduce((least, end) => Math.min(least, end), this.#current);
  }

  #forgetAfter(frames: number): void {
    requestAnimationFrame(() => {
      if (frames > 1) this.#forgetAfter(frames - 1);
      else this.#earlier.shift();
    });
  }
}
