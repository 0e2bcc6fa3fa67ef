import { decidedLength, hiddenCharactersIn } from '../../../common/code/hiddenCharacters.ts';

/** Number of UTF-16 code units to keep before a character, because they can decide whether the character is hidden. */
const contextLength = 16;

/** Receives a text in pieces. Counts the characters that are hidden in code (see `hiddenCharactersIn`). */
export class HiddenCharacterCount {
  #remaining: number;
  /** The end of the text so far: at most `contextLength` checked characters, then the undecided characters. */
  #end = '';
  /** Number of checked characters in `#end`, whether hidden or visible. */
  #counted = 0;

  constructor(max: number) {
    this.#remaining = max;
  }

  /**
   * Takes the next piece. Returns the offset in the piece after which more than `max` hidden characters were counted.
   * The corresponding offset in the whole text does not depend on how the text was divided into pieces.
   */
  take(piece: string): number | undefined {
    const text = this.#end + piece;
    const decided = Math.max(this.#counted, decidedLength(text));
    for (const { offset, character } of hiddenCharactersIn(text, this.#counted, decided)) {
      if (this.#remaining === 0) return Math.max(0, offset + character.length - this.#end.length);
      this.#remaining -= 1;
    }
    const start = Math.max(0, decided - contextLength);
    this.#end = text.slice(start);
    this.#counted = decided - start;
    return undefined;
  }
}
