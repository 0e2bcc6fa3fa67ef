import type { CodeRun } from '../../common/code/hiddenCharacters.ts';
import { element } from '../dom.ts';
import { appendCode } from './hiddenCharacterMark.ts';
import { LineParts } from './lineParts.ts';

/**
 * Number of lines in a group element. With groups, a change of a line does not cause a new layout of all lines, and
 * takes no time in proportion to the length of the code.
 */
export const linesInGroup = 40;

/** Shows the code of a block that is not highlighted, in groups of lines at the end of an element. */
export class WaitingCode {
  readonly #parent: Element;
  /** The first group, which may be empty. */
  #first: Element | undefined;
  /** Appends to the last group. */
  #parts: LineParts | undefined;
  /** Number of complete lines in the last group, with the lines that were removed from it. */
  #lines = 0;

  /** `parent` may contain other elements. The groups come after these elements. */
  constructor(parent: Element) {
    this.#parent = parent;
  }

  append(runs: readonly CodeRun[]): void {
    for (const run of runs) {
      if (run.isHidden) appendCode(this.#openGroup(), [run]);
      else this.#appendText(run.text);
    }
  }

  /** Removes the first line. `length` is its length in UTF-16 code units, with the line feed. */
  removeLine(length: number): void {
    if (this.#first !== undefined) removeStart(this.#first, length);
    this.#skipEmptyGroup();
  }

  /** Adds an element before the groups. */
  insertBefore(child: Element): void {
    this.#parent.insertBefore(child, this.#first ?? null);
  }

  /** Forgets all groups. The caller must remove them. */
  reset(): void {
    this.#first = undefined;
    this.#parts = undefined;
    this.#lines = 0;
  }

  #appendText(text: string): void {
    for (let start = 0; start < text.length;) {
      const parts = this.#openGroup();
      const end = this.#countLines(text, start);
      parts.append(text.slice(start, end));
      start = end;
    }
  }

  /** Counts the lines from `start` that the last group can take. Returns their end. */
  #countLines(text: string, start: number): number {
    let end = start;
    while (this.#lines < linesInGroup) {
      const lineBreak = text.indexOf('\n', end);
      if (lineBreak < 0) return text.length;
      end = lineBreak + 1;
      this.#lines += 1;
    }
    return end;
  }

  /** Returns the last group if it can take more text, otherwise a new group. */
  #openGroup(): LineParts {
    if (this.#parts !== undefined && this.#lines < linesInGroup) return this.#parts;
    const group = element('span', { class: 'lines' });
    this.#parent.append(group);
    this.#first ??= group;
    this.#skipEmptyGroup();
    this.#parts = new LineParts(group);
    this.#lines = 0;
    return this.#parts;
  }

  /** Removes the first group if it is empty. Keeps the last group, because it may take more text. */
  #skipEmptyGroup(): void {
    const next = this.#first?.nextElementSibling;
    if (this.#first?.hasChildNodes() !== false || next === null || next === undefined) return;
    this.#first.remove();
    this.#first = next;
  }
}

/**
 * Removes the first `length` UTF-16 code units of an element's text. `length` must not end inside the mark of a hidden
 * character or inside a part that LineParts created.
 */
function removeStart(parent: Element, length: number): void {
  let left = length;
  for (let first = parent.firstChild; first !== null && left > 0; first = parent.firstChild) {
    const { length: firstLength } = first.textContent ?? '';
    if (first instanceof Text && firstLength > left) {
      first.deleteData(0, left);
      return;
    }
    left -= firstLength;
    first.remove();
  }
}
