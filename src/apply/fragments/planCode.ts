import { orderEdits } from '../edits/orderEdits.ts';
import type { Language } from '../languages.ts';
import { applyEdits, splitFile, type Edits, type FileLines, type LineEdit } from '../lines/fileLines.ts';
import type { LineFinder } from '../lines/findLines.ts';
import { blockStyle } from '../lines/fitLines.ts';
import { createOutline } from '../outline/outline.ts';
import { scanCode, type ScannedCode } from '../outline/scanCode.ts';
import { unclear, type Place, type UnclearPlan } from '../planTypes.ts';
import { findElisions } from './elision.ts';
import type { Fragment } from './fragment.ts';
import { mergeRuns } from './mergeElided.ts';
import { mergeItems } from './mergeItems.ts';
import { placeRun, withoutBlankEnds } from './placeRun.ts';
import { wholeFileEdit } from './wholeFile.ts';

type Attempt = () => readonly LineEdit[] | UnclearPlan;

/** Plans a block of code: a whole file, a fragment, or text with elisions. */
export function planCode(code: readonly string[], finder: LineFinder, language: Language): Edits {
  const elisions = findElisions(code, finder.lines, language);
  const block = createOutline(scanCode(code, language, elisions));
  const file = createOutline(scanCode(finder.lines, language));
  const fragment: Fragment = { block, file, finder, fit: blockStyle(code, finder.lines) };
  const trimmed = withoutBlankEnds(code, { start: 0, end: code.length });
  if (trimmed.start === trimmed.end) return unclear({ kind: 'incomplete' });
  if (elisions.size === 0) {
    const found = finder.find(code.slice(trimmed.start, trimmed.end), 'indentation');
    if (found !== undefined) return isClosed(block.scan) ? [] : unclear({ kind: 'incomplete' });
    const whole = wholeFileEdit(fragment);
    if (whole !== undefined)
      return isClosed(block.scan) || !isClosed(file.scan) ? [whole] : unclear({ kind: 'incomplete' });
  }
  return agreement(attemptsFor(fragment, elisions.size > 0), splitFile(finder.lines.join('\n')));
}

/** Returns the ways to merge a fragment. */
function attemptsFor(fragment: Fragment, hasElisions: boolean): readonly Attempt[] {
  const { block, finder } = fragment;
  const all = { start: 0, end: block.scan.lines.length };
  const bounds = { start: 0, end: finder.lines.length, isStartFixed: false, isEndFixed: false };
  const byItems: Attempt = () => mergeItems(fragment, block.top.items, undefined);
  const byRuns: Attempt = () => {
    if (hasElisions) return mergeRuns(fragment, all, undefined);
    const placed = placeRun(fragment, all, bounds);
    if ('kind' in placed) return placed;
    return placed.edit === undefined ? [] : [placed.edit];
  };
  if (!isClosed(block.scan)) return hasElisions ? [byRuns] : [() => unclear({ kind: 'incomplete' })];
  return [byItems, byRuns];
}

/**
 * Returns the result of the attempts that are clear, if they agree. Otherwise, the result is unclear. Its reason is the
 * one that says most.
 */
function agreement(attempts: readonly Attempt[], fileLines: FileLines): Edits {
  const clear: (readonly LineEdit[])[] = [];
  const reasons: UnclearPlan[] = [];
  for (const attempt of attempts) {
    const edits = attempt();
    const ordered = 'kind' in edits ? edits : orderEdits(edits);
    if ('kind' in ordered) reasons.push(ordered);
    else clear.push(ordered);
  }
  const [first, ...others] = clear;
  if (first !== undefined) {
    const result = applyEdits(fileLines, first);
    const different = others.find((edits) => applyEdits(fileLines, edits) !== result);
    return different === undefined ? first : unclear({ kind: 'incomplete' }, placesOf([...first, ...different]));
  }
  const order = ['tooLarge', 'ambiguous', 'incomplete', 'noNeighbours', 'notFound'] as const;
  for (const kind of order) {
    const plan = reasons.find(({ reason }) => reason.kind === kind);
    if (plan !== undefined) return plan;
  }
  return unclear({ kind: 'notFound' });
}

function placesOf(edits: readonly LineEdit[]): readonly Place[] {
  return edits.map(({ start, end }) => ({ startLine: start, endLine: end }));
}

/** Returns true if all brackets of the code are closed, and none is closed that was not opened. */
function isClosed(scan: ScannedCode): boolean {
  return scan.depths.at(-1) === 0 && scan.lowest.every((depth) => depth >= 0);
}
