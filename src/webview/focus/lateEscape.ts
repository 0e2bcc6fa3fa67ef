/** Time in milliseconds after the end of a reply in which the user may still press Escape to stop the reply. */
const lateTime = 1_000;

/** Recognizes an Escape key that was meant to stop a reply, but comes after the end of the reply. */
export class LateEscape {
  #isRunning = false;
  #endedAt = -Infinity;

  /** Must be called when a reply begins or ends. */
  setRunning(isRunning: boolean): void {
    if (this.#isRunning && !isRunning) this.#endedAt = performance.now();
    this.#isRunning = isRunning;
  }

  /** Also returns true while the key is held down, because its first press may have stopped the reply. */
  matches({ repeat, timeStamp }: KeyboardEvent): boolean {
    return repeat || timeStamp < this.#endedAt + lateTime;
  }
}
