/**
 * Normalizes a text that is received in pieces, in the same way as the parser: each `\r\n` and each other `\r` becomes
 * `\n`, and each NUL character becomes U+FFFD. Code that reads text before the parser then finds the same lines.
 */
export class TextNormalizer {
  /** A final `\r`, held back because a `\n` may follow; otherwise empty. */
  #held = '';

  /** Takes the next piece, and returns its normalized text. A final `\r` is part of a later result. */
  take(piece: string): string {
    const joint = this.#held + piece;
    this.#held = joint.endsWith('\r') ? '\r' : '';
    const complete = this.#held === '' ? joint : joint.slice(0, -1);
    return complete.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
  }

  /** Returns the rest of the normalized text. Call `finish` after the last `take`. */
  finish(): string {
    return this.#held === '' ? '' : this.take('\n');
  }
}
