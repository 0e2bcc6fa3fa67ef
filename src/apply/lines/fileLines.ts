import { addAll } from '../../common/addAll.ts';
import type { UnclearPlan } from '../planTypes.ts';

/** A text as lines. `start` is the byte order mark, or empty. `breaks` contains the line break after each line. */
export interface FileLines {
  readonly start: string;
  readonly texts: readonly string[];
  readonly breaks: readonly string[];
}

/** Replaces the lines [start, end) of a file with `lines`. */
export interface LineEdit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** The edits of a file in ascending order, without overlaps; or the reason why they are unclear. */
export type Edits = readonly LineEdit[] | UnclearPlan;

/** Splits a file's text. A text that ends with a line break has no empty line after it. */
export function splitFile(text: string): FileLines {
  const start = text.startsWith('\ufeff') ? '\ufeff' : '';
  const texts: string[] = [];
  const breaks: string[] = [];
  let from = start.length;
  while (from < text.length) {
    const at = text.indexOf('\n', from);
    const end = at < 0 ? text.length : at;
    const isCrlf = at > from && text[at - 1] === '\r';
    texts.push(text.slice(from, isCrlf ? end - 1 : end));
    breaks.push(at < 0 ? '' : isCrlf ? '\r\n' : '\n');
    from = end + 1;
  }
  return { start, texts, breaks };
}

/** Splits the code of a block. A final line break starts another, empty line. */
export function splitCode(code: string): readonly string[] {
  return code.split(/\r?\n/);
}

/**
 * Returns the text after the edits. New lines get the most frequent line break of the file. The text ends with a line
 * break if and only if the text before did, or if that was empty.
 */
export function applyEdits(file: FileLines, edits: readonly LineEdit[]): string {
  const usualBreak = mostFrequentBreak(file);
  const endsWithBreak = file.breaks.length === 0 || file.breaks.at(-1) !== '';
  const pieces: string[] = [file.start];
  const addOld = (from: number, to: number) => {
    for (let line = from; line < to; line += 1) pieces.push(file.texts[line] ?? '', file.breaks[line] || usualBreak);
  };
  let line = 0;
  for (const edit of edits) {
    const { start, end, lines } = withoutEqualEnds(edit, file.texts);
    addOld(line, start);
    for (const text of lines) pieces.push(text, usualBreak);
    line = end;
  }
  addOld(line, file.texts.length);
  if (!endsWithBreak && pieces.length > 1) pieces.pop();
  return pieces.join('');
}

/** Returns the lines after the edits, which are in ascending order and do not overlap. */
export function editedLines(texts: readonly string[], edits: readonly LineEdit[]): readonly string[] {
  const lines: string[] = [];
  let line = 0;
  for (const edit of edits) {
    addAll(lines, texts.slice(line, edit.start));
    addAll(lines, edit.lines);
    line = edit.end;
  }
  addAll(lines, texts.slice(line));
  return lines;
}

/** Returns the edit without the lines at its start and end that stay the same. */
function withoutEqualEnds({ start, end, lines }: LineEdit, texts: readonly string[]): LineEdit {
  let [from, to] = [0, lines.length];
  while (from < to && start + from < end && lines[from] === texts[start + from]) from += 1;
  const first = start + from;
  let last = end;
  while (to > from && last > first && lines[to - 1] === texts[last - 1]) {
    to -= 1;
    last -= 1;
  }
  return { start: first, end: last, lines: lines.slice(from, to) };
}

function mostFrequentBreak({ breaks }: FileLines): string {
  const crlf = breaks.reduce((count, each) => count + (each === '\r\n' ? 1 : 0), 0);
  return crlf * 2 > breaks.length ? '\r\n' : '\n';
}
