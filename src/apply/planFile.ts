import { countOccurrences } from '../common/countOccurrences.ts';
import { blockKind } from './blockKind.ts';
import { falseClaims } from './completeness/claims.ts';
import { namesInProse } from './completeness/elsewhere.ts';
import { mixesModuleSystems } from './completeness/moduleSystems.ts';
import { repeatsKeys } from './completeness/repeatedKeys.ts';
import { repeatedProperty } from './completeness/repeatedProperties.ts';
import { parseDiff, type FileDiff } from './edits/parseDiff.ts';
import { parseReplacements } from './edits/parseReplacements.ts';
import { planDiff } from './edits/planDiff.ts';
import { planPair } from './edits/planPair.ts';
import { planReplacements } from './edits/planReplacements.ts';
import { hasElisionMark } from './fragments/elision.ts';
import type { BlockUse } from './fragments/fragment.ts';
import { planCode } from './fragments/planCode.ts';
import { languageOfPath, type Language } from './languages.ts';
import { alignLines } from './lines/alignLines.ts';
import { applyEdits, splitCode, splitFile, type Edits } from './lines/fileLines.ts';
import { changedAgain, changesWithin, markChanges, type ChangeMarks } from './lines/changeMarks.ts';
import { indentUnitOf, withFirstIndent } from './lines/indentation.ts';
import { createLineFinder } from './lines/findLines.ts';
import { matchPath } from './matchPath.ts';
import { withoutPathLine } from './namedPaths.ts';
import { planSections } from './planSections.ts';
import { unclear, type FileText, type Place, type Plan, type ReplyBlock, type UnclearPlan } from './planTypes.ts';

/** The maximum length of a file and of all blocks together, in UTF-16 code units. */
const maxFileLength = 8_000_000;
const maxCodeLength = 2_000_000;
/** The maximum number of lines, for texts with very short lines. */
const maxFileLines = 500_000;
const maxCodeLines = 120_000;
/** The maximum length of the file times the number of blocks, because each block reads the whole file. */
const maxTotalLength = 60_000_000;
/** The maximum length of the file times the number of blocks whose steps are kept, in UTF-16 code units. */
const maxStepsLength = 4_000_000;

/**
 * Plans what the blocks of one reply that belong to one file make of it: all of them, in order, or none. The places of
 * an unclear plan are lines of the file before the change.
 *
 * @param isChosen The user has chosen the text as the place. A block that shows only some members may then replace all.
 */
export function planFile(blocks: readonly ReplyBlock[], file: FileText, isChosen = false): Plan {
  return planInTurn(blocks, file, isChosen, false).plan;
}

/** A block that is not part of the plan of the other blocks. */
export interface OmittedBlock {
  /** The index among all blocks. */
  readonly index: number;
  readonly plan: UnclearPlan;
}

/** The texts of the file before and after one block. */
export interface PlanStep {
  /** The index among all blocks. */
  readonly index: number;
  readonly before: string;
  readonly after: string;
}

/** The plan of the blocks that are not omitted. */
export interface CertainPlan {
  readonly plan: Plan;
  readonly omitted: readonly OmittedBlock[];
  /** A step for each block that changes the file, in order. Empty if the texts are too large to keep all of them. */
  readonly steps: readonly PlanStep[];
}

/**
 * Plans the blocks of one reply that belong to one file like `planFile`, but leaves out those whose place or extent is not
 * certain. If none is certain, or if others change the lines that an omitted block may mean, the whole plan is unclear,
 * and no block is omitted.
 */
export function planCertainBlocks(blocks: readonly ReplyBlock[], file: FileText): CertainPlan {
  const planned = planInTurn(blocks, file, false, true);
  const [first] = planned.omitted;
  if (first === undefined || planned.plan.kind === 'unclear') return planned;
  const after = planned.plan.kind === 'change' ? planned.plan.after : file.text;
  const isAlternative = planned.omitted.some(({ plan }) => changesPlaces(plan, file.text, after));
  return planned.omitted.length === blocks.length || isAlternative
    ? { plan: first.plan, omitted: [], steps: [] }
    : planned;
}

/** @param mayOmit Blocks that are unclear are omitted. Otherwise, they make the whole plan unclear. */
function planInTurn(blocks: readonly ReplyBlock[], file: FileText, isChosen: boolean, mayOmit: boolean): CertainPlan {
  const whole = (plan: UnclearPlan): CertainPlan => ({ plan, omitted: [], steps: [] });
  const codeLength = blocks.reduce((sum, { code }) => sum + code.length, 0);
  const isTooLarge =
    file.text.length > maxFileLength ||
    codeLength > maxCodeLength ||
    countOccurrences(file.text, '\n') > maxFileLines ||
    blocks.some(({ code }) => countOccurrences(code, '\n') > maxCodeLines) ||
    (blocks.length > 1 && blocks.length * file.text.length > maxTotalLength);
  if (isTooLarge) return whole(unclear({ kind: 'tooLarge' }));
  const omitted: OmittedBlock[] = [];
  const steps: PlanStep[] = [];
  const keepsSteps = blocks.length * file.text.length <= maxStepsLength;
  let { text } = file;
  let marks: ChangeMarks = splitFile(text).texts.map(() => false);
  for (const [index, block] of blocks.entries()) {
    const lines = splitFile(text);
    const use = { isChosen, isOnlyBlock: blocks.length === 1, named: namesInProse(block.before) };
    const edits = planBlock(block, file.path, lines.texts, use);
    if ('kind' in edits) {
      const plan = withOldPlaces(edits, file.text, text);
      if (!mayOmit || plan.reason.kind === 'versions') return whole(plan);
      omitted.push({ index, plan });
      continue;
    }
    // Two versions of the same lines may be alternatives.
    const again = changedAgain(marks, edits, lines.texts);
    if (again !== undefined) {
      const name = lines.texts[again]?.trim() ?? '';
      return whole(unclear({ kind: 'versions', name }));
    }
    if (blocks.length > 1) marks = markChanges(marks, edits, lines.texts);
    const after = applyEdits(lines, edits);
    if (keepsSteps && after !== text) steps.push({ index, before: text, after });
    text = after;
  }
  return { plan: text === file.text ? { kind: 'unchanged' } : { kind: 'change', after: text }, omitted, steps };
}

function planBlock(block: ReplyBlock, path: string, fileLines: readonly string[], use: BlockUse): Edits {
  const language = languageOfPath(path);
  const edits = planByKind(block, path, fileLines, language, use);
  if ('kind' in edits) return edits;
  const added = edits.flatMap((edit) => edit.lines);
  const isIncomplete =
    hasElisionMark(added, fileLines, language) ||
    falseClaims(edits, fileLines, language).size > 0 ||
    repeatsKeys(edits, fileLines, language);
  if (isIncomplete) return unclear({ kind: 'incomplete' });
  const repeated = repeatedProperty(edits, fileLines, language);
  return repeated === undefined ? edits : unclear({ kind: 'repeats', name: repeated });
}

function planByKind(
  block: ReplyBlock,
  path: string,
  fileLines: readonly string[],
  language: Language,
  use: BlockUse,
): Edits {
  const kind = blockKind(block, path);
  const finder = createLineFinder(fileLines);
  switch (kind) {
    case 'diff':
      return planDiff(diffOf(path, parseDiff(block.code))?.hunks ?? [], finder);
    case 'replacements': {
      const replacements = parseReplacements(splitCode(block.code));
      return replacements === undefined ? unclear({ kind: 'incomplete' }) : planReplacements(replacements, finder);
    }
    case 'code': {
      const code = withoutPathLine(splitCode(block.code), path, finder.lines);
      if (fileLines.every((line) => line.trim() === '') && hasElisionMark(code, [], language))
        return unclear({ kind: 'incomplete' });
      const isIndented = !['yaml', 'toml', 'markup', 'markdown'].includes(language.id);
      const lines = isIndented ? withFirstIndent(code, indentUnitOf(finder.lines)) : code;
      const alone = planSections(lines, finder, language, use) ?? planCode(lines, finder, language, use);
      const hasNoPlace = 'kind' in alone && !['incomplete', 'repeats', 'losesExport'].includes(alone.reason.kind);
      const edits = (hasNoPlace ? planPair(block.replaced, lines, finder, language) : undefined) ?? alone;
      const isMixed = !('kind' in edits) && mixesModuleSystems(edits, finder.lines, language);
      return isMixed ? unclear({ kind: 'incomplete' }) : edits;
    }
    default:
      return unclear({ kind: 'notApplicable', what: kind });
  }
}

/** Returns the part of a diff that changes the file: the part with its path, or the only part. */
function diffOf(path: string, parts: readonly FileDiff[]): FileDiff | undefined {
  const matching = parts.filter(({ oldPath, newPath }) =>
    [oldPath, newPath].some((named) => named !== undefined && matchPath(named, [path]).length > 0),
  );
  const own = matching.length > 0 ? matching : parts.length === 1 ? parts : [];
  const [first] = own;
  return first && { ...first, hunks: own.flatMap(({ hunks }) => hunks) };
}

/** Returns true if a change may be another version of what an unclear block means. */
function changesPlaces({ reason, places }: UnclearPlan, before: string, after: string): boolean {
  // The places of a new member are its possible neighbours.
  if (reason.kind === 'noNeighbours' || places.length === 0) return false;
  return changesWithin(places, splitFile(before).texts, splitFile(after).texts);
}

/** Replaces the places of a plan in a changed text with the places of the same lines in the text before. */
function withOldPlaces(plan: UnclearPlan, before: string, now: string): UnclearPlan {
  if (before === now || plan.places.length === 0) return plan;
  const old = splitFile(before).texts;
  const aligned = alignLines(old, splitFile(now).texts);
  const toOld = (line: number): number => {
    for (let each = line; each < aligned.length; each += 1) if ((aligned[each] ?? -1) >= 0) return aligned[each] ?? 0;
    return old.length;
  };
  const places: readonly Place[] = plan.places.map(({ startLine, endLine }) => ({
    startLine: toOld(startLine),
    endLine: toOld(endLine),
  }));
  return { ...plan, places };
}
