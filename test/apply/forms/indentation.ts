import { indentOf, isBlank } from '../textMatch.ts';

/** Removes the common indentation. */
export function dedent(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => !isBlank(line)).map((line) => indentOf(line));
  const shortest = indents.reduce((one, other) => (other.length < one.length ? other : one), indents[0] ?? '');
  if (!indents.every((indent) => indent.startsWith(shortest))) return lines;
  return lines.map((line) => (isBlank(line) ? line.trim() : line.slice(shortest.length)));
}

/** Returns the unit of indentation that most indented lines of a file use: a tab, or 2 to 8 spaces. */
export function unitOf(lines: readonly string[]): string {
  const indents = lines.filter((line) => !isBlank(line)).map((line) => indentOf(line));
  const tabs = indents.filter((indent) => indent.startsWith('\t')).length;
  if (tabs > indents.filter((indent) => indent.startsWith(' ')).length) return '\t';
  const steps = indents.flatMap((indent, index) => {
    const step = indent.length - (indents[index - 1] ?? '').length;
    return step >= 2 && step <= 8 ? [step] : [];
  });
  const counts = Map.groupBy(steps, (step) => step);
  const [most = 4] = [...counts].toSorted(([, one], [, other]) => other.length - one.length).map(([step]) => step);
  return ' '.repeat(most);
}

/**
 * Replaces the unit of indentation. A line of a block comment that starts with `*` keeps its extra space.
 *
 * @returns undefined if a line is not indented by whole units, or if no line has one unit more than the shortest line,
 *   so that nobody could see which unit the fragment has.
 */
export function reindent(lines: readonly string[], from: string, to: string): readonly string[] | undefined {
  const levels = lines.map((line) => {
    const indent = indentOf(line);
    const level = Math.floor(indent.length / from.length);
    const extra = indent.slice(level * from.length);
    const isWhole =
      indent.startsWith(from.repeat(level)) && (extra === '' || (extra === ' ' && line.trim().startsWith('*')));
    return isBlank(line) ? undefined : { level: isWhole ? level : Number.NaN, rest: line.slice(level * from.length) };
  });
  const known = levels.flatMap((each) => (each === undefined ? [] : [each.level]));
  const shortest = Math.min(...known);
  if (known.some(Number.isNaN) || !known.includes(shortest + 1)) return undefined;
  return levels.map((each) => (each === undefined ? '' : to.repeat(each.level) + each.rest));
}
