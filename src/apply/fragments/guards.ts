import { normalize } from '../lines/findLines.ts';
import type { ScannedCode } from '../outline/scanCode.ts';
import type { Fragment, LineRange } from './fragment.ts';
import { isSimilar } from './partialItem.ts';

const condition = /^(?:if|unless|guard)\b/;
/** A statement with its condition at the end, as in Ruby. */
const modified = /^(?:return|raise|next|break)\b.*\b(?:if|unless)\b/;
const closing = /^(?:[)}\]]+[:;,{ ]*|end)$/;
const exit = /\b(?:return|throw|raise|panic|continue|break|next|exit|die|abort)\b/;
/** The maximum number of lines that are searched for what a guard may change. */
const maxSearched = 2_000;

/**
 * Returns true if lines of a block are guards that can only be new: conditions that leave the function, in front of the
 * line `at` of the file. A guard could also be another form of a condition of the file, which `bounds` contains.
 */
export function areNewGuards({ block, file }: Fragment, lines: LineRange, at: number, bounds: LineRange): boolean {
  const guards = guardsIn(block.scan, lines);
  if (guards.length === 0 || bounds.end - bounds.start > maxSearched) return false;
  const { scan } = file;
  const next = scan.content.slice(at, bounds.end).findIndex((each) => each === 'code');
  // The code of the file starts with its own guard, or with text that must be the first statement.
  if (next < 0 || /^(?:if|unless|guard|else|elif)\b|^["'`@]|^[rub]["']/.test((scan.lines[at + next] ?? '').trim()))
    return false;
  for (let line = bounds.start; line < bounds.end; line += 1) {
    const old = (scan.code[line] ?? '').trim();
    if (old === '') continue;
    const assigned = assignedNames(old);
    for (const guard of guards) {
      if (normalize(old, 'all') === normalize(guard, 'all')) return false;
      if (condition.test(old) && isSimilar(withoutKeyword(guard), withoutKeyword(old))) return false;
      if (line >= at && namesIn(guard).some((name) => assigned.includes(name))) return false;
    }
  }
  return true;
}

/** Returns the first lines of the guards, or `[]` if the lines contain other statements. */
function guardsIn({ code, content, columns }: ScannedCode, { start, end }: LineRange): readonly string[] {
  const heads: string[] = [];
  let base: number | undefined;
  let exits = 0;
  for (let line = start; line < end; line += 1) {
    if (content[line] !== 'code') continue;
    base ??= columns[line] ?? 0;
    const text = (code[line] ?? '').trim();
    if (exit.test(text)) exits += 1;
    const column = columns[line] ?? 0;
    if (column < base) return [];
    if (column > base) continue;
    if (condition.test(text) || modified.test(text)) heads.push(text);
    else if (!closing.test(text)) return [];
  }
  return exits >= heads.length ? heads : [];
}

function withoutKeyword(text: string): string {
  return text.replace(condition, '').trim();
}

/** Returns the names before the first `=` or `:=` of a line. */
function assignedNames(line: string): readonly string[] {
  const sign = /(?<![=!<>])=(?![=>])/.exec(line);
  return sign === null ? [] : namesIn(line.slice(0, sign.index));
}

function namesIn(text: string): readonly string[] {
  return (text.match(/\w+/g) ?? []).filter((name) => !/^(?:this|self|const|let|var|if|not|\d+)$/.test(name));
}
