/** Counts a number of animation frames. Runs from a call of `start` until that many frames have begun. */
export class FrameCountdown {
  readonly #frames: number;
  #framesLeft = 0;

  constructor(frames: number) {
    this.#frames = frames;
  }

  /** Starts counting, or starts again from the full number. */
  start(): void {
    if (this.#framesLeft === 0) requestAnimationFrame(this.#count);
    this.#framesLeft = this.#frames;
  }

  isRunning(): boolean {
    return this.#framesLeft > 0;
  }

  readonly #count = (): void => {
    this.#framesLeft -= 1;
    if (this.#framesLeft > 0) requestAnimationFrame(this.#count);
  };
}
