import { falseClaims, unchangedClaims } from '../completeness/claims.ts';
import { mayBeElsewhere, namesOtherFunction } from '../completeness/elsewhere.ts';
import { withLostExport } from '../completeness/exportLists.ts';
import { withKeptConditions } from '../completeness/keptConditions.ts';
import { withKeptDecorators } from '../completeness/keptDecorators.ts';
import { withKeptMappings } from '../completeness/keptMappings.ts';
import { withKeptModifiers } from '../completeness/keptModifiers.ts';
import { withKeptNames } from '../completeness/keptNames.ts';
import { hasPlaceholder } from '../completeness/placeholders.ts';
import { isAlreadyShown, isWithoutChange } from '../completeness/unchanged.ts';
import { isUnfinished } from '../completeness/unfinished.ts';
import { orderEdits } from '../edits/orderEdits.ts';
import type { Language } from '../languages.ts';
import { alignLines } from '../lines/alignLines.ts';
import { withUsualGaps } from '../lines/definitionGaps.ts';
import { editedLines, type Edits, type LineEdit } from '../lines/fileLines.ts';
import type { LineFinder } from '../lines/findLines.ts';
import { blockStyle, fitLines } from '../lines/fitLines.ts';
import { indentOf, isBlank } from '../lines/indentation.ts';
import { newLeaf } from '../outline/newLeaf.ts';
import { lineOfElement } from '../outline/openings.ts';
import { createOutline, type Outline } from '../outline/outline.ts';
import { scanCode, type ScannedCode } from '../outline/scanCode.ts';
import { placeOf, unclear, type UnclearPlan } from '../planTypes.ts';
import { agreedEdits, withoutLoss, withoutUsedLoss } from './agreedEdits.ts';
import { findBodyElisions, findElisions } from './elision.ts';
import type { BlockUse, Fragment, LineRange } from './fragment.ts';
import { mergeRuns } from './mergeElided.ts';
import { mergeItems } from './mergeItems.ts';
import { besidePossibleOverload } from './overloads.ts';
import { cutItem, findPartialItem, onlyItem, partPlaces } from './partialItem.ts';
import { placeRun, withoutBlankEnds } from './placeRun.ts';
import { countAddedUnits } from './units.ts';
import { mayRename } from '../completeness/renamed.ts';
import { mayBeWholeFile, wholeFileEdit } from './wholeFile.ts';

/** Between unchanged lines, a block does not remove more declarations than these. */
const maxLost = 2;

/**
 * Plans a block of code: a whole file, a fragment, or text with elisions. The plan is unclear if a comment of the block
 * may stand for lines that would vanish.
 */
export function planCode(code: readonly string[], finder: LineFinder, language: Language, use: BlockUse): Edits {
  const planned = planWithClaims(code, finder, language, use);
  const edits = 'kind' in planned ? (planLeaf(code, finder, language, use) ?? planned) : planned;
  if ('kind' in edits || use.isChosen || !hasPlaceholder(edits, finder.lines, language)) return edits;
  const places = edits.length > 1 ? [] : edits.map(({ start, end }) => ({ startLine: start, endLine: end }));
  return unclear({ kind: 'incomplete' }, places);
}

/** Plans a block that leaves out all keys beside those of one path and a new one; undefined for other blocks. */
function planLeaf(code: readonly string[], finder: LineFinder, language: Language, use: BlockUse): Edits | undefined {
  if (language.id !== 'yaml') return undefined;
  const leaf = newLeaf(createOutline(scanCode(code, language)), createOutline(scanCode(finder.lines, language)));
  if (leaf === undefined) return undefined;
  const indent = indentOf(code[leaf.head] ?? '');
  const marked = code.toSpliced(leaf.start, 0, `${indent}# ...`);
  return planWithElisions(marked, finder, language, use, new Set([leaf.start]));
}

/** A comment that says that code is unchanged also is an elision if the file's lines would vanish otherwise. */
function planWithClaims(code: readonly string[], finder: LineFinder, language: Language, use: BlockUse): Edits {
  const elisions = findElisions(code, finder.lines, language);
  const edits = planWithElisions(code, finder, language, use, elisions);
  const claims = unchangedClaims(code, finder.lines, language);
  if (claims.size === 0 || ('kind' in edits && !['incomplete', 'openEnd'].includes(edits.reason.kind))) return edits;
  const vanishing = 'kind' in edits ? claims : falseClaims(edits, finder.lines, language);
  const marks = code.flatMap((line, index) => (claims.has(line.trim()) && vanishing.has(line.trim()) ? [index] : []));
  if (marks.length === 0) return edits;
  const elided = planWithElisions(code, finder, language, use, new Set([...elisions, ...marks]));
  return 'kind' in elided || !standForLines(marks, code, editedLines(finder.lines, elided)) ? edits : elided;
}

/** Returns true if the changed file contains other lines in place of each of the lines of the block. */
function standForLines(marks: readonly number[], code: readonly string[], after: readonly string[]): boolean {
  const texts = code.map((line) => line.trim());
  const aligned = alignLines(
    after.map((line) => line.trim()),
    texts,
  );
  const isAt = (line: number) => /\w/.test(texts[line] ?? '') && (aligned[line] ?? -1) >= 0;
  return marks.every((mark) => {
    let [before, next] = [mark - 1, mark + 1];
    while (before >= 0 && !isAt(before)) before -= 1;
    while (next < code.length && !isAt(next)) next += 1;
    const between = after.slice((aligned[before] ?? -1) + 1, aligned[next] ?? after.length);
    const shown = new Set(texts.slice(before + 1, next));
    return between.some((line) => !shown.has(line.trim()));
  });
}

function planWithElisions(
  code: readonly string[],
  finder: LineFinder,
  language: Language,
  use: BlockUse,
  elisions: ReadonlySet<number>,
): Edits {
  const block = createOutline(scanCode(code, language, elisions));
  const file = createOutline(scanCode(finder.lines, language));
  const bodyElisions = findBodyElisions(block, file);
  const continuesLines = language.id === 'c' || language.id === 'java';
  const fragment: Fragment = {
    block,
    file,
    finder,
    fit: blockStyle(code, finder, continuesLines),
    bodyElisions,
    ...use,
  };
  const trimmed = withoutBlankEnds(code, { start: 0, end: code.length });
  if (trimmed.start === trimmed.end || isUnfinished(block, file)) return unclear({ kind: 'incomplete' });
  const edits = planTrimmed(fragment, trimmed, elisions.size > 0);
  return 'kind' in edits ? withLostExport(edits, block, file) : edits;
}

function planTrimmed(fragment: Fragment, trimmed: LineRange, hasElisions: boolean): Edits {
  const { block, file, finder, bodyElisions, isChosen } = fragment;
  const isElided = hasElisions || bodyElisions.size > 0;
  if (!isElided) {
    const found = finder.findAt(block.scan.lines.slice(trimmed.start, trimmed.end), 'indentation');
    if (found.length > 0) {
      if (!isClosed(block.scan) || isAlmostWhole(block.scan, file.scan)) return unclear({ kind: 'incomplete' });
      return mayBeElsewhere(fragment, found) ? unclear({ kind: 'noNeighbours' }) : [];
    }
    const whole = wholeFileEdit(fragment);
    const part = isChosen ? undefined : findPartialItem(fragment, whole !== undefined);
    if (part !== undefined) return unclear({ kind: 'incomplete' }, partPlaces(fragment, part).map(placeOf));
    if (whole !== undefined)
      return isClosed(block.scan) || !isClosed(file.scan)
        ? withoutPartialLoss(
            fragment,
            onlyItem(block.top.items) !== undefined ? withKeptHeaders(fragment, [fitWhole(fragment, whole)]) : [whole],
            true,
          )
        : unclear({ kind: 'incomplete' });
  }
  const overloaded = isChosen ? undefined : besidePossibleOverload(fragment);
  if (overloaded !== undefined) return unclear({ kind: 'noNeighbours' }, [placeOf(overloaded)]);
  const edits = isElided ? mergeElidedText(fragment) : mergeFragment(withOwnStyle(fragment));
  if ('kind' in edits) return edits;
  const isCut = !isElided && !isChosen && mayBeWholeFile(fragment);
  if (isCut || (edits.length === 0 && bodyElisions.size > 0)) return unclear({ kind: 'incomplete' });
  const kept = withoutPartialLoss(fragment, edits, false);
  const ordered = 'kind' in kept ? kept : orderEdits(kept);
  if ('kind' in ordered) return ordered;
  const [first] = ordered;
  const isElsewhere = first !== undefined && namesOtherFunction(fragment, first.start);
  if (isElsewhere || (hasElisions && isWithoutChange(ordered, finder.lines) && !isShownThere(fragment, ordered)))
    return unclear({ kind: 'noNeighbours' });
  if (!isChosen && mayRename(fragment, ordered)) return unclear({ kind: 'noNeighbours' });
  const named = isElided ? withKeptNames(fragment, ordered) : ordered;
  const headed = 'kind' in named ? named : withKeptHeaders(fragment, named);
  return 'kind' in headed ? headed : withKeptMappings(fragment, withUsualGaps(block, file, headed));
}

/** Returns true if the file has the lines of a block with elisions that does not change it, where they belong. */
function isShownThere(fragment: Fragment, edits: readonly LineEdit[]): boolean {
  const starts = edits.map(({ start }) => start);
  return isAlreadyShown(fragment.block.scan, fragment.file.scan) && !mayBeElsewhere(fragment, starts);
}

/** Keeps what belongs to the headers of the file's declarations, and which the block leaves out. */
function withKeptHeaders(fragment: Fragment, edits: readonly LineEdit[]): readonly LineEdit[] | UnclearPlan {
  const decorated = withKeptDecorators(fragment, edits);
  return 'kind' in decorated ? decorated : withKeptModifiers(fragment, decorated);
}

/** Returns the edit with the indentation of the file. */
function fitWhole({ finder, fit }: Fragment, whole: LineEdit): LineEdit {
  const base = { from: '', to: '' };
  return { ...whole, lines: fitLines(whole.lines, finder.lines, base, { ...fit, isVerbatim: true }) };
}

/** The share of the file's lines from which on a block of unchanged lines probably leaves out the others on purpose. */
const almostWhole = 0.9;
/** In a file with fewer lines of code, a block that contains most of them is only a part of the file. */
const minLines = 10;

/** Returns true if a block that consists of lines of the file lacks only a few of its lines of code. */
function isAlmostWhole(block: ScannedCode, file: ScannedCode): boolean {
  const count = ({ content }: ScannedCode) => content.filter((each) => each === 'code').length;
  const [shown, all] = [count(block), count(file)];
  return shown < all && all >= minLines && shown >= all * almostWhole;
}

/** Returns the edits, unless they remove what other code needs, or a part of a condition of the preprocessor. */
function withoutPartialLoss(fragment: Fragment, edits: Edits, isWholeFile: boolean): Edits {
  const kept = 'kind' in edits ? edits : withoutUsedLoss(fragment, edits, isWholeFile);
  return 'kind' in kept ? kept : withKeptConditions(fragment, kept, isWholeFile);
}

/** If a block consists of whole declarations, no line of it is only a copy, so that it is taken as it is written. */
function withOwnStyle(fragment: Fragment): Fragment {
  const { block, fit } = fragment;
  const isOfDeclarations = block.top.items.every(({ kind, sections }) => kind === 'declaration' && sections.length > 0);
  return { ...fragment, fit: { ...fit, isVerbatim: isOfDeclarations && !fit.losesTrailingSpaces } };
}

function mergeFragment(fragment: Fragment): readonly LineEdit[] | UnclearPlan {
  const { block, finder } = fragment;
  if (!isClosed(block.scan)) return unclear({ kind: 'incomplete' });
  const byItems = endsWithNewComment(fragment)
    ? unclear({ kind: 'noNeighbours' })
    : mergeItems(fragment, block.top.items, undefined);
  const all = { start: 0, end: block.scan.lines.length };
  const bounds = { start: 0, end: finder.lines.length, isStartFixed: false, isEndFixed: false };
  const placed = placeRun(fragment, all, bounds);
  if ('kind' in byItems && isOfRules(block)) return byItems;
  const cut = 'kind' in byItems ? undefined : cutItem(fragment);
  // Only the lines around it could say where such a block ends.
  const alone = cut === undefined ? byItems : unclear({ kind: 'incomplete' }, [placeOf(cut)]);
  if ('kind' in placed) {
    if (!('kind' in byItems)) return alone;
    const element = elementEdit(fragment);
    if (element !== undefined) return [element];
    const isAmbiguous = placed.reason.kind === 'ambiguous' && placed.places.length === 0;
    return isAmbiguous && areNewDeclarations(block, byItems)
      ? unclear({ kind: 'noNeighbours' })
      : clearerReason(byItems, placed);
  }
  const edits = placed.edit === undefined ? [] : [placed.edit];
  const byRuns = withoutLoss(fragment, edits);
  if ('kind' in byRuns && !('kind' in byItems) && isForSingleItems(fragment, byRuns.places.length)) return alone;
  if ('kind' in byItems && 'kind' in byRuns && areNewDeclarations(block, byItems))
    return unclear({ kind: 'noNeighbours' });
  if ('kind' in byItems || 'kind' in byRuns) return byRuns;
  return agreedEdits(fragment, byItems, byRuns);
}

/** Returns the edit of the element that a block on one line shows with other attributes; undefined for other blocks. */
function elementEdit({ block, finder }: Fragment): LineEdit | undefined {
  const [line, ...others] = block.scan.lines.filter((each) => !isBlank(each));
  if (line === undefined || others.length > 0) return undefined;
  const at = lineOfElement(line, finder.lines);
  return at === undefined
    ? undefined
    : { start: at, end: at + 1, lines: [indentOf(finder.lines[at] ?? '') + line.trim()] };
}

/**
 * Returns true if the block shows single declarations, because it would remove many others, or more than it adds.
 *
 * @param lost The number of declarations between the unchanged lines that the block does not show.
 */
function isForSingleItems(fragment: Fragment, lost: number): boolean {
  const added = countAddedUnits(fragment);
  return lost > maxLost || (added > 0 && lost > added);
}

/**
 * Returns true if the block ends with a comment that stands for itself only in the block: in the file, it probably belongs
 * to the declaration below it, which the block does not show.
 */
function endsWithNewComment({ block, file }: Fragment): boolean {
  const last = block.top.items.at(-1);
  return last?.kind === 'comment' && block.top.items.length > 1 && file.find(last.key).length === 0;
}

/** Returns true for whole declarations that the file lacks. It can have lines of them, such as their decorators. */
function areNewDeclarations({ top }: Outline, byItems: UnclearPlan): boolean {
  if (byItems.reason.kind !== 'notFound' || byItems.places.length > 0) return false;
  return top.items.every(({ kind, hasBody }) => kind === 'comment' || (kind === 'declaration' && hasBody));
}

/** Returns true for a part of a style sheet that has only whole rules. Lines of other rules may be equal to theirs. */
function isOfRules({ scan, top }: Outline): boolean {
  return (
    scan.language.id === 'css' && top.items.every(({ kind, sections }) => kind === 'comment' || sections.length > 0)
  );
}

function mergeElidedText(fragment: Fragment): readonly LineEdit[] | UnclearPlan {
  const { block } = fragment;
  // Lines around a body that is left out do not say where it is.
  if (fragment.bodyElisions.size > 0) return mergeItems(fragment, block.top.items, undefined);
  const byRuns = mergeRuns(fragment, { start: 0, end: block.scan.lines.length }, undefined, false);
  if (!isClosed(block.scan)) return byRuns;
  const byItems = mergeItems(fragment, block.top.items, undefined);
  if ('kind' in byRuns) return 'kind' in byItems ? clearerReason(byItems, byRuns) : byItems;
  if (!('kind' in byItems)) return agreedEdits(fragment, byItems, byRuns);
  return withoutLoss(fragment, byRuns);
}

/** Returns the plan that says more. The names of declarations say more than unchanged lines. */
function clearerReason(byItems: UnclearPlan, byRuns: UnclearPlan): UnclearPlan {
  return byItems.reason.kind === 'notFound' || byRuns.reason.kind === 'tooLarge' ? byRuns : byItems;
}

/** Returns true if all brackets of the code are closed, and none is closed that was not opened. */
function isClosed(scan: ScannedCode): boolean {
  return scan.depths.at(-1) === 0 && scan.lowest.every((depth) => depth >= 0);
}
