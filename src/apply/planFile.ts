import { countOccurrences } from '../common/countOccurrences.ts';
import { blockKind } from './blockKind.ts';
import { parseDiff, type FileDiff } from './edits/parseDiff.ts';
import { parseReplacements } from './edits/parseReplacements.ts';
import { planDiff } from './edits/planDiff.ts';
import { planReplacements } from './edits/planReplacements.ts';
import { hasElisionMark } from './fragments/elision.ts';
import { planCode } from './fragments/planCode.ts';
import { languageOfPath } from './languages.ts';
import { alignLines } from './lines/alignLines.ts';
import { applyEdits, splitCode, splitFile, type Edits } from './lines/fileLines.ts';
import { changedAgain, markChanges, type ChangeMarks } from './lines/changeMarks.ts';
import { createLineFinder } from './lines/findLines.ts';
import { matchPath } from './matchPath.ts';
import { withoutPathLine } from './namedPaths.ts';
import { unclear, type FileText, type Place, type Plan, type ReplyBlock, type UnclearPlan } from './planTypes.ts';

/** The maximum length of a file and of all blocks together, in UTF-16 code units. */
const maxFileLength = 8_000_000;
const maxCodeLength = 2_000_000;
/** The maximum number of lines, for texts with very short lines. */
const maxFileLines = 500_000;
const maxCodeLines = 120_000;
/** The maximum length of the file times the number of blocks, because each block reads the whole file. */
const maxTotalLength = 60_000_000;

/**
 * Plans what the blocks of one reply that belong to one file make of it: all of them, in order, or none. The places of
 * an unclear plan are lines of the file before the change.
 *
 * @param isChosen The user has chosen the text as the place. A block that shows only some members may then replace all.
 */
export function planFile(blocks: readonly ReplyBlock[], file: FileText, isChosen = false): Plan {
  const codeLength = blocks.reduce((sum, { code }) => sum + code.length, 0);
  const isTooLarge =
    file.text.length > maxFileLength ||
    codeLength > maxCodeLength ||
    countOccurrences(file.text, '\n') > maxFileLines ||
    blocks.some(({ code }) => countOccurrences(code, '\n') > maxCodeLines) ||
    (blocks.length > 1 && blocks.length * file.text.length > maxTotalLength);
  if (isTooLarge) return unclear({ kind: 'tooLarge' });
  let { text } = file;
  let marks: ChangeMarks = splitFile(text).texts.map(() => false);
  for (const block of blocks) {
    const lines = splitFile(text);
    const uses = { isChosen, isOnlyBlock: blocks.length === 1 };
    const edits = planBlock(block, { path: file.path, text }, uses);
    if ('kind' in edits) return withOldPlaces(edits, file.text, text);
    const added = edits.flatMap((edit) => edit.lines);
    if (hasElisionMark(added, lines.texts, languageOfPath(file.path))) return unclear({ kind: 'incomplete' });
    // Two versions of the same lines may be alternatives.
    const again = changedAgain(marks, edits, lines.texts);
    if (again !== undefined) {
      const name = lines.texts[again]?.trim() ?? '';
      return unclear({ kind: 'versions', name });
    }
    if (blocks.length > 1) marks = markChanges(marks, edits, lines.texts);
    text = applyEdits(lines, edits);
  }
  return text === file.text ? { kind: 'unchanged' } : { kind: 'change', after: text };
}

function planBlock(
  block: ReplyBlock,
  file: FileText,
  uses: { readonly isChosen: boolean; readonly isOnlyBlock: boolean },
): Edits {
  const kind = blockKind(block, file.path);
  const finder = createLineFinder(splitFile(file.text).texts);
  switch (kind) {
    case 'diff':
      return planDiff(diffOf(file.path, parseDiff(block.code))?.hunks ?? [], finder);
    case 'replacements': {
      const replacements = parseReplacements(splitCode(block.code));
      return replacements === undefined ? unclear({ kind: 'incomplete' }) : planReplacements(replacements, finder);
    }
    case 'code': {
      const code = withoutPathLine(splitCode(block.code), file.path, finder.lines);
      const language = languageOfPath(file.path);
      if (file.text.trim() === '' && hasElisionMark(code, [], language)) return unclear({ kind: 'incomplete' });
      return planCode(code, finder, language, uses);
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
