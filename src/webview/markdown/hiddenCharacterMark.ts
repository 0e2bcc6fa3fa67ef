import { codePointOf, describeHiddenCharacter, splitCode, type CodeRun } from '../../common/code/hiddenCharacters.ts';
import { element } from '../dom.ts';
import type { LineParts } from './code/lineParts.ts';

/** Maximum number of marks in one piece of code, for example in one code block. Each mark costs layout time. */
const maxMarks = 1_000;

/**
 * Returns a function that splits a range of a code text into visible text and hidden characters; see `splitCode`. All
 * calls of the returned function together return at most `maxMarks` hidden characters, so create a new function
 * for each code text.
 */
export function createCodeSplitter(): (text: string, from: number, to: number) => readonly CodeRun[] {
  let marks = 0;
  return (text, from, to) => {
    const runs = splitCode(text, from, to, maxMarks - marks);
    for (const { isHidden } of runs) if (isHidden) marks += 1;
    return runs;
  };
}

/** Appends runs of code to the element of `parts`. */
export function appendCode(parts: LineParts, runs: readonly CodeRun[]): void {
  for (const { text, isHidden } of runs) {
    if (isHidden) parts.appendElement(createHiddenCharacterMark(text));
    else parts.append(text);
  }
}

export function createCodeNode({ text, isHidden }: CodeRun): string | HTMLElement {
  return isHidden ? createHiddenCharacterMark(text) : text;
}

/**
 * Creates a mark for a hidden character: a box that shows the code point. The mark contains the character, so that a
 * selection copies the character. The styles prevent the character from changing the order of the text around the mark.
 */
export function createHiddenCharacterMark(character: string): HTMLElement {
  const name = describeHiddenCharacter(character);
  const attributes = { class: 'hidden-character', role: 'img', 'data-code': codePointOf(character) };
  return element('bdi', { ...attributes, title: name, 'aria-label': name }, character);
}
