import type { LineEdit } from '../lines/fileLines.ts';
import { normalize } from '../lines/findLines.ts';
import { conditionLinesOf, type ConditionLine } from '../outline/conditions.ts';
import { scanCode, type ScannedCode } from '../outline/scanCode.ts';
import { unclear, type UnclearPlan } from '../planTypes.ts';
import type { Fragment } from '../fragments/fragment.ts';

/** The conditions of the preprocessor in some lines. */
interface Conditions {
  /** The roles of the lines of conditions that start or end outside. */
  readonly open: string;
  /** The complete conditions, by their first lines. */
  readonly complete: ReadonlyMap<string, Complete>;
}

interface Complete {
  readonly count: number;
  /** The number of branches of all of them, apart from the first of each. */
  readonly branches: number;
}

/**
 * Returns the edits, unless they divide the conditions of the preprocessor in another way than before: they remove or add
 * a line such as `#else` or `#endif`, but not the whole condition. The block probably shows only a part of it. A version of
 * the whole file, and a place that the user has chosen, may lack branches.
 */
export function withKeptConditions(
  { block, file, isChosen }: Fragment,
  edits: readonly LineEdit[],
  isWholeFile: boolean,
): readonly LineEdit[] | UnclearPlan {
  const old = conditionLinesOf(file.scan);
  if (old.length === 0 && conditionLinesOf(block.scan).length === 0) return edits;
  let next = 0;
  const upTo = (line: number) => {
    const first = next;
    while (next < old.length && (old[next]?.line ?? 0) < line) next += 1;
    return old.slice(first, next);
  };
  for (const { start, end, lines } of edits.toSorted((one, other) => one.start - other.start)) {
    upTo(start);
    const before = conditionsIn(file.scan, upTo(end));
    const scan = scanCode(lines, file.scan.language);
    const after = conditionsIn(scan, conditionLinesOf(scan));
    if (before.open !== after.open || (!isWholeFile && !isChosen && losesBranches(before, after)))
      return unclear({ kind: 'incomplete' }, [{ startLine: start, endLine: end }]);
  }
  return edits;
}

/** Returns true if a condition that is kept has fewer branches. */
function losesBranches(before: Conditions, after: Conditions): boolean {
  return [...before.complete].some(([text, { count, branches }]) => {
    const kept = after.complete.get(text);
    return kept !== undefined && kept.count >= count && kept.branches < branches;
  });
}

function conditionsIn({ code }: ScannedCode, lines: readonly ConditionLine[]): Conditions {
  const complete = new Map<string, Complete>();
  const started: { readonly line: number; branches: number }[] = [];
  const open: string[] = [];
  for (const { line, role } of lines) {
    const last = started.at(-1);
    if (role === 'if') started.push({ line, branches: 0 });
    else if (last === undefined) open.push(role);
    else if (role === 'else') last.branches += 1;
    else {
      started.pop();
      const text = normalize(code[last.line] ?? '', 'all');
      const { count, branches } = complete.get(text) ?? { count: 0, branches: 0 };
      complete.set(text, { count: count + 1, branches: branches + last.branches });
    }
  }
  for (const { branches } of started) open.push(`if${' else'.repeat(branches)}`);
  return { open: open.join(' '), complete };
}
