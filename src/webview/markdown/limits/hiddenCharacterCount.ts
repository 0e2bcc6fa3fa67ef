import { decidedLength, hiddenCharactersIn } from '../../../common/code/hiddenCharacters.ts';

/** Length in characters of the text before a character that can decide whether the character is hidden. */
const contextLength = 16;

/** Counts the characters of a text received in pieces that are hidden in code. See `hiddenCharactersIn`. */
export class HiddenCharacterCount {
  #remaining: number;
  /** The end of the text so far: at most `contextLength` counted characters, then the undecided characters. */
  #end = '';
  /** Number of counted characters in `#end`. */
  #counted = 0;

  constructor(max: number) {
    this.#remaining = max;
  }

  /**
   * Takes the next piece. Returns the offset in the piece after which more than `max` hidden characters were counted.
   * The offset does not depend on how the text was divided into pieces.
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
