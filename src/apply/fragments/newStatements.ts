import { normalize } from '../lines/findLines.ts';
import type { ScannedCode } from '../outline/scanCode.ts';
import type { Fragment, LineRange } from './fragment.ts';
import { isSimilar } from '../lines/similarLines.ts';

const condition = /^(?:if|unless|guard)\b/;
/** A statement with its condition at the end, as in Ruby. */
const modified = /^(?:return|raise|next|break)\b.*\b(?:if|unless)\b/;
const closing = /^(?:[)}\]]+[^\w]*(?:\[[\w\s.,]*\]\);?)?|end)$/;
const exit = /\b(?:return|throw|raise|panic|continue|break|next|exit|die|abort)\b/;
const declaration =
  /^(?:(?:const|let|var|val|final|auto)\s+([^=]{1,200}?)|([\w, ]{1,200}?))\s*(?::[^=]{1,200})?:?=(?![=>])/;
/** The sign of an assignment. */
const assignment = /(?<![=!<>])=(?![=>])/;
/** A call whose first argument is a function with lines of its own, such as `useEffect(() => {`. */
const callWithBody = /^[\w$.]+\(\s*(?:async\s+)?(?:function\b|\(|\w+\s*=>).*\{$/;
/** The maximum number of lines that are searched for what a statement may change. */
const maxSearched = 2_000;
/** The maximum number of statements, each of which is compared with each searched line. */
const maxStatements = 50;

/** A statement of a block. */
interface Statement {
  readonly kind: 'guard' | 'declaration' | 'call';
  /** Its first line. */
  readonly head: string;
  /** The names that it declares. */
  readonly names: readonly string[];
}

/**
 * Returns true if lines of a block can only be new statements in front of the line `at` of the file, beside left-out code:
 *
 * - guards, which leave the function under a condition that is not similar to one of the file
 * - declarations of names that the lines in `bounds` do not contain
 * - calls with a function, of which the file has none that begins alike
 *
 * They must not use what the file assigns only below them.
 */
export function areNewStatements(fragment: Fragment, lines: LineRange, at: number, bounds: LineRange): boolean {
  const statements = statementsIn(fragment.block.scan, lines);
  if (statements.length === 0 || statements.length > maxStatements || bounds.end - bounds.start > maxSearched)
    return false;
  const { scan } = fragment.file;
  const next = nextCode(scan, at, bounds.end);
  // Text must be the first statement of a function.
  const isAtStart = at === bounds.start || /[{(:]$/.test((scan.code[at - 1] ?? '').trimEnd());
  if (isAtStart && (next === undefined || /^["'`@]|^[rub]["']/.test(next))) return false;
  // The code of the file continues with its own guard.
  const hasGuard = statements.some(({ kind }) => kind === 'guard');
  if (hasGuard && (next === undefined || /^(?:if|unless|guard|else|elif)\b/.test(next))) return false;
  if (statements.some(({ kind, head }) => kind === 'declaration' && valueOf(head) === valueOf(next ?? '')))
    return false;
  for (let line = bounds.start; line < bounds.end; line += 1) {
    const old = (scan.code[line] ?? '').trim();
    if (old !== '' && !statements.every((statement) => isOtherThan(statement, old, line >= at))) return false;
  }
  return true;
}

/**
 * Returns true if a new statement does not stand for a line of the file.
 *
 * @param isBelow The line is below the statement, which then must not use what the line assigns.
 */
function isOtherThan({ kind, head, names }: Statement, old: string, isBelow: boolean): boolean {
  if (normalize(old, 'all') === normalize(head, 'all')) return false;
  if (kind === 'guard' && condition.test(old) && isSimilar(withoutKeyword(head), withoutKeyword(old))) return false;
  if (names.length > 0 && namesIn(old).some((name) => names.includes(name))) return false;
  const assigned = isBelow ? assignedNames(old) : [];
  return assigned.length === 0 || !namesIn(head).some((name) => assigned.includes(name));
}

function nextCode(scan: ScannedCode, start: number, end: number): string | undefined {
  for (let line = start; line < end; line += 1)
    if (scan.content[line] === 'code') return (scan.lines[line] ?? '').trim();
  return undefined;
}

/** Returns the statements, or `[]` if the lines contain others, or end with a comment, which belongs to the code below. */
function statementsIn({ code, content, columns }: ScannedCode, { start, end }: LineRange): readonly Statement[] {
  const statements: Statement[] = [];
  if (content.slice(start, end).findLast((each) => each !== 'blank') === 'comment') return [];
  let base: number | undefined;
  let exits = 0;
  for (let line = start; line < end; line += 1) {
    if (content[line] !== 'code') continue;
    base ??= columns[line] ?? 0;
    const text = (code[line] ?? '').trim().slice(0, 400);
    if (exit.test(text)) exits += 1;
    const column = columns[line] ?? 0;
    if (column < base) return [];
    if (column > base || closing.test(text)) continue;
    const statement = statementOf(text);
    if (statement === undefined) return [];
    statements.push(statement);
  }
  return exits >= statements.filter(({ kind }) => kind === 'guard').length ? statements : [];
}

function statementOf(head: string): Statement | undefined {
  if (condition.test(head) || modified.test(head)) return { kind: 'guard', head, names: [] };
  const declared = declaration.exec(head);
  const names = namesIn(declared?.[1] ?? declared?.[2] ?? '');
  if (names.length > 0) return { kind: 'declaration', head, names };
  return callWithBody.test(head) ? { kind: 'call', head, names: [] } : undefined;
}

function withoutKeyword(text: string): string {
  return text.replace(condition, '').trim();
}

/** Returns the text behind the first `=` or `:=` of a line; undefined if there is none. */
function valueOf(line: string): string | undefined {
  const sign = assignment.exec(line);
  return sign === null ? undefined : line.slice(sign.index + 1).trim();
}

/** Returns the names before the first `=` or `:=` of a line. */
function assignedNames(line: string): readonly string[] {
  const sign = assignment.exec(line);
  return sign === null ? [] : namesIn(line.slice(0, sign.index));
}

function namesIn(text: string): readonly string[] {
  return (text.match(/[\w$]+/g) ?? []).filter(
    (name) => !/^(?:this|self|const|let|var|val|final|auto|if|not|_|\d+)$/.test(name),
  );
}
