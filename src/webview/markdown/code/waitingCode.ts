import type { CodeRun } from '../../../common/code/hiddenCharacters.ts';
import { element } from '../../dom.ts';
import { appendCode } from '../hiddenCharacterMark.ts';
import { LineParts } from './lineParts.ts';

/**
 * Number of lines in a group element. With groups, a change of a line does not cause a new layout of all lines, and
 * takes no time in proportion to the length of the code.
 */
export const linesInGroup = 40;

/** Shows the code of a block that is not highlighted yet, in groups of lines at the end of an element. */
export interface WaitingCode {
  readonly append: (runs: readonly CodeRun[]) => void;
  /** Adds an element before the groups. */
  readonly insertBefore: (child: Element) => void;
  /** Removes the first line. `length` is its length in UTF-16 code units, with the line feed. */
  readonly removeLine: (length: number) => void;
}

/** `parent` may contain other elements. The groups come after these elements. */
export function createWaitingCode(parent: Element): WaitingCode {
  /** The first group, which may be empty. */
  let first: Element | undefined;
  /** Appends to the last group. */
  let parts: LineParts | undefined;
  /** Number of complete lines in the last group, with the lines that were removed from it. */
  let lines = 0;

  /** Returns the last group if it can take more text, otherwise a new group. */
  function openGroup(): LineParts {
    if (parts !== undefined && lines < linesInGroup) return parts;
    const group = element('span', { class: 'lines' });
    parent.append(group);
    first ??= group;
    skipEmptyGroup();
    lines = 0;
    parts = new LineParts(group);
    return parts;
  }

  /** Removes the first group if it is empty. Keeps the last group, because it may take more text. */
  function skipEmptyGroup(): void {
    const next = first?.nextElementSibling;
    if (!next || first?.hasChildNodes() === true) return;
    first?.remove();
    first = next;
  }

  /** Counts the lines from `start` that the last group can take. Returns their end. */
  function countLines(text: string, start: number): number {
    let end = start;
    for (; lines < linesInGroup; lines += 1) {
      const lineBreak = text.indexOf('\n', end);
      if (lineBreak < 0) return text.length;
      end = lineBreak + 1;
    }
    return end;
  }

  return {
    append: (runs) => {
      for (const { text, isHidden } of runs) {
        for (let start = 0; start < text.length;) {
          const group = openGroup();
          const end = countLines(text, start);
          appendCode(group, [{ text: text.slice(start, end), isHidden }]);
          start = end;
        }
      }
    },
    insertBefore: (child) => parent.insertBefore(child, first ?? null),
    removeLine: (length) => {
      if (first !== undefined) removeStart(first, length);
      skipEmptyGroup();
    },
  };
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
