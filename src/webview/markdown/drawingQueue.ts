/** Work that is done in steps, each of which takes a few milliseconds. */
export interface Drawing {
  /** Runs the next step. Returns false if there was no step to run. */
  readonly next: () => boolean;
  /** Called if the time is over after at least one step, and before `next` has returned false. */
  readonly pause: () => void;
}

/** Time in milliseconds for the steps of all drawings in each animation frame, at 60 frames per second. */
const timeInFrame = 12;
/**
 * The same time after the last `manyFrames` frames did not suffice. Every second frame is then omitted, but the drawings
 * take a quarter less time.
 */
const longTimeInFrame = 28;
const manyFrames = 10;
/** Time in milliseconds for the steps of all drawings in one call of `drawNow`. */
const timeInCall = 50;

/**
 * Draws the Markdown of all messages. The messages share the time, so that a session of many messages does not block the
 * panel. The message that was added or has grown last comes first, because the end of the conversation is usually shown.
 */
export class DrawingQueue {
  /** The drawings that may have steps left. The last one comes first. */
  readonly #waiting = new Set<Drawing>();
  #isScheduled = false;
  /** The number of frames since the last frame that ran all steps. */
  #fullFrames = 0;

  /** Runs the steps of `drawing` in the next frames, before the steps of all drawings that already wait. */
  drawSoon(drawing: Drawing): void {
    this.#waiting.delete(drawing);
    this.#waiting.add(drawing);
    this.#schedule();
  }

  /** Runs waiting steps at once, for a limited time. The remaining steps run in the next frames. */
  drawNow(): void {
    this.#drawFor(timeInCall);
  }

  /** Removes all drawings, because their messages are no longer shown. */
  clear(): void {
    this.#waiting.clear();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#drawFor(this.#fullFrames < manyFrames ? timeInFrame : longTimeInFrame);
      this.#fullFrames = this.#waiting.size === 0 ? 0 : this.#fullFrames + 1;
      if (this.#waiting.size > 0) this.#schedule();
    });
  }

  #drawFor(time: number): void {
    const end = performance.now() + time;
    for (const drawing of [...this.#waiting].reverse()) {
      if (!draw(drawing, end)) return;
      this.#waiting.delete(drawing);
    }
  }
}

/** Returns true if the drawing has no steps left, and false if the time `end` was reached. */
function draw(drawing: Drawing, end: number): boolean {
  let hasBegun = false;
  while (performance.now() < end) {
    if (!drawing.next()) return true;
    hasBegun = true;
  }
  if (hasBegun) drawing.pause();
  return false;
}
