import { addAll } from '../../common/addAll.ts';
import { editedLines, type LineEdit } from '../lines/fileLines.ts';
import { normalize } from '../lines/findLines.ts';
import { scanCode, type ScannedCode } from '../outline/scanCode.ts';
import { unclear, type UnclearPlan } from '../planTypes.ts';
import type { Fragment } from '../fragments/fragment.ts';

/** A line of YAML with the lines below it, by their texts. Lines with the same text and the same parent are one. */
interface Mapping {
  readonly parent: Mapping | undefined;
  readonly columns: number;
  readonly children: Map<string, Mapping>;
}

/** The maximum number of lines that are compared. */
const maxCompared = 5_000_000;

/**
 * Returns the edits, unless lines of the block get into other mappings of a YAML file than the block shows: keys that are
 * siblings in the block must be siblings in the changed file, and below the same keys.
 *
 * @param edits In ascending order, without overlaps.
 */
export function withKeptMappings(
  { block, file, finder }: Fragment,
  edits: readonly LineEdit[],
): readonly LineEdit[] | UnclearPlan {
  const { language } = file.scan;
  if (language.id !== 'yaml') return edits;
  const lines = editedLines(finder.lines, edits);
  const all = mappingsOf(scanCode(lines, language)).flatMap(withDescendants);
  let steps = 0;
  const contains = (mapping: Mapping, part: Mapping): boolean => {
    const pending = [{ whole: mapping, shown: part }];
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      for (const [text, shown] of pair.shown.children) {
        steps += 1;
        const whole = pair.whole.children.get(text);
        if (whole === undefined) return false;
        pending.push({ whole, shown });
      }
    }
    return true;
  };
  const isKept = mappingsOf(block.scan).every((part) =>
    all.some((mapping) => steps > maxCompared || contains(mapping, part)),
  );
  if (steps > maxCompared) return unclear({ kind: 'tooLarge' });
  return isKept ? edits : unclear({ kind: 'notFound' });
}

function withDescendants(mapping: Mapping): readonly Mapping[] {
  const found = [mapping];
  for (const each of found) addAll(found, [...each.children.values()]);
  return found;
}

/**
 * Returns the mappings that the lines at the lowest indentation belong to. Lines at the start that are indented more are
 * the end of another mapping.
 */
function mappingsOf({ code, content, columns }: ScannedCode): readonly Mapping[] {
  const roots: Mapping[] = [];
  let last: Mapping | undefined;
  for (const [line, text] of code.entries()) {
    if (content[line] !== 'code') continue;
    const trimmed = normalize(text, 'all');
    const own = levelOf(trimmed, columns[line] ?? 0);
    while (last !== undefined && last.columns >= own) last = last.parent;
    if (last === undefined) {
      last = { parent: undefined, columns: own - 1, children: new Map() };
      roots.push(last);
    }
    const child: Mapping = last.children.get(trimmed) ?? { parent: last, columns: own, children: new Map() };
    last.children.set(trimmed, child);
    last = child;
  }
  return roots;
}

/** Returns the level of a line, which is below its parent's. Items of a list may be indented like the key above them. */
function levelOf(trimmed: string, columns: number): number {
  return columns * 2 + (/^-(?:\s|$)/.test(trimmed) ? 1 : 0);
}

/**
 * Returns the lines that the lines [start, end) of a YAML text belong to, without those that are among them, from the
 * deepest on. A parent above `from` is `from - 1`.
 */
export function parentsOf(
  { code, content, columns }: ScannedCode,
  start: number,
  end: number,
  from: number,
): readonly number[] {
  const level = (line: number) => levelOf((code[line] ?? '').trim(), columns[line] ?? 0);
  const parents: number[] = [];
  let lowest = Infinity;
  let parent = start - 1;
  for (let line = start; line < end; line += 1) {
    if (content[line] !== 'code' || level(line) >= lowest) continue;
    lowest = level(line);
    while (parent >= from && (content[parent] !== 'code' || level(parent) >= lowest)) parent -= 1;
    parents.push(parent);
  }
  return parents;
}
