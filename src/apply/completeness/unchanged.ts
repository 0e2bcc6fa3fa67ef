import type { LineEdit } from '../lines/fileLines.ts';
import { normalize } from '../lines/findLines.ts';
import type { ScannedCode } from '../outline/scanCode.ts';

/** If more lines would be compared, code counts as a change. */
const maxCompared = 1_000_000;

/** Returns true if the edits replace lines with the same lines. */
export function isWithoutChange(edits: readonly LineEdit[], lines: readonly string[]): boolean {
  return edits.every(
    (edit) =>
      edit.end - edit.start === edit.lines.length &&
      edit.lines.every((line, index) => line === lines[edit.start + index]),
  );
}

/**
 * Returns true if the file has the code of the block: its lines in the same order, and no other code between two lines
 * without left-out code between them. Otherwise, the block moves or removes a line.
 */
export function isAlreadyShown(block: ScannedCode, file: ScannedCode): boolean {
  const lines = file.code.flatMap((text, line) => (file.content[line] === 'code' ? [normalize(text, 'all')] : []));
  let steps = 0;
  let next = 0;
  for (const run of runsOf(block)) {
    const isAt = (start: number) =>
      run.every((text, index) => {
        steps += 1;
        return lines[start + index] === text;
      });
    while (next + run.length <= lines.length && steps < maxCompared && !isAt(next)) next += 1;
    if (next + run.length > lines.length || steps >= maxCompared) return false;
    next += run.length;
  }
  return true;
}

/** Returns the lines of code between left-out code. */
function runsOf({ code, content }: ScannedCode): readonly (readonly string[])[] {
  const runs: string[][] = [[]];
  for (const [line, text] of code.entries()) {
    if (content[line] === 'elision') runs.push([]);
    else if (content[line] === 'code') runs.at(-1)?.push(normalize(text, 'all'));
  }
  return runs;
}
