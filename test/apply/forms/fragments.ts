import { groupHunks, spanOf, type Change } from '../change.ts';
import type { Random } from '../random.ts';
import { isBlank, isDistinctive, placesOf } from '../textMatch.ts';
import type { FormWriter, Writing } from './form.ts';
import { dedent, reindent, unitOf } from './indentation.ts';
import {
  declarationPiece,
  endsWithStart,
  neighboursPiece,
  newMemberPiece,
  replacesExactly,
  type Piece,
} from './piece.ts';
import { copyAnchors, drawCopyStyle } from './unchangedLines.ts';

export const writeDeclaration: FormWriter = (change, random) => {
  const piece = declarationPiece(change, change.hunks, random);
  return piece && writePieces(change, [piece], random);
};

export const writeNewMember: FormWriter = (change, random) => {
  const piece = newMemberPiece(change, change.hunks);
  return piece && writePieces(change, [piece], random);
};

export const writeNeighbours: FormWriter = (change, random) => {
  const piece = neighboursPiece(change, change.hunks, random.integer(1, 3));
  return piece && writePieces(change, [piece], random);
};

const maxFragments = 6;

/** Writes a fragment for each declaration that changes, and fragments with unchanged lines around other changes. */
export const writeSeveralFragments: FormWriter = (change, random) => {
  const groups = groupHunks(change.hunks, 6);
  if (groups.length < 2 || groups.length > 12) return undefined;
  const pieces: Piece[] = [];
  for (const group of groups) {
    const piece =
      newMemberPiece(change, group) ??
      declarationPiece(change, group, random) ??
      neighboursPiece(change, group, random.integer(1, 2));
    if (piece === undefined) return undefined;
    pieces.push(piece);
  }
  const merged = mergeEqual(pieces, change);
  if (merged === undefined || merged.length < 2 || merged.length > maxFragments) return undefined;
  return writePieces(change, random.chance(0.8) ? merged : merged.toReversed(), random);
};

/** Joins pieces of the same declaration. Returns undefined if pieces overlap otherwise. */
function mergeEqual(pieces: readonly Piece[], change: Change): readonly Piece[] | undefined {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last !== undefined && piece.beforeStart < last.beforeEnd) {
      if (piece.beforeStart !== last.beforeStart || piece.kind !== 'declaration') return undefined;
      merged.pop();
    }
    merged.push(piece);
  }
  const gaps = merged.map((piece, index) => piece.afterStart - (merged[index - 1]?.afterEnd ?? 0));
  const sameGaps = merged.map((piece, index) => piece.beforeStart - (merged[index - 1]?.beforeEnd ?? 0));
  return gaps.every((gap, index) => gap === sameGaps[index]) &&
    merged.length > 0 &&
    replacesExactly(change, spanOf(merged), change.hunks)
    ? merged
    : undefined;
}

function writePieces(change: Change, pieces: readonly Piece[], random: Random): Writing {
  const indentation = drawIndentation(change, random);
  const style = drawCopyStyle(change.language, random);
  const codes = pieces.map((piece) => {
    const lines = change.after.slice(piece.afterStart, piece.afterEnd);
    const copied = piece.kind === 'neighbours' ? copyAnchors(change, piece, style.copy) : lines;
    return indentation.apply(copied).join('\n');
  });
  const isStyled = pieces.some(({ kind }) => kind === 'neighbours');
  const plain = pieces.map((piece) => change.after.slice(piece.afterStart, piece.afterEnd).join('\n'));
  const isChanged = codes.some((code, index) => code !== plain[index]);
  return { codes, details: isChanged ? [...indentation.details, ...(isStyled ? style.details : [])] : [] };
}

interface IndentationStyle {
  readonly apply: (lines: readonly string[]) => readonly string[];
  readonly details: readonly string[];
}

/** Draws how a fragment is indented: as in the file, without the common indentation, or with another unit. */
export function drawIndentation({ after }: Pick<Change, 'after'>, random: Random): IndentationStyle {
  const kind = random.pick(['file', 'file', 'dedented', 'dedented', 'unit']);
  // White space in blank lines would be lost.
  if (kind === 'file' || after.some((line) => line !== '' && isBlank(line)))
    return { apply: (lines) => lines, details: [] };
  if (kind === 'dedented') return { apply: dedent, details: ['dedented'] };
  const unit = unitOf(after);
  const other = random.pick(['\t', '  ', '    '].filter((each) => each !== unit));
  const isDedented = random.chance(0.5);
  const apply = (lines: readonly string[]): readonly string[] => {
    const changed = reindent(lines, unit, other);
    if (changed === undefined) return lines;
    return isDedented ? dedent(changed) : changed;
  };
  return { apply, details: [`unit ${JSON.stringify(other)}`, ...(isDedented ? ['dedented'] : [])] };
}

const importLine =
  /^\s*(?:import\b|from\s+\S+\s+import\b|#include\b|use\s|const\s+.*=\s*require\(|var\s+.*=\s*require\()/;

/** Writes the changed imports with unchanged imports around them. A new import may have only one neighbour. */
export const writeImports: FormWriter = (change, random) => {
  const { before, after, hunks } = change;
  const span = spanOf(hunks);
  const changed = [...before.slice(span.beforeStart, span.beforeEnd), ...after.slice(span.afterStart, span.afterEnd)];
  if (
    !changed.some((line) => importLine.test(line)) ||
    !changed.every((line) => (importLine.test(line) && !endsWithStart(line)) || isBlank(line))
  )
    return undefined;
  const isNeighbour = (line: string | undefined): boolean =>
    line !== undefined &&
    importLine.test(line) &&
    !endsWithStart(line) &&
    isDistinctive(line) &&
    placesOf([line], before).length === 1;
  const above = isNeighbour(before[span.beforeStart - 1]) ? 1 : 0;
  const below = isNeighbour(before[span.beforeEnd]) ? 1 : 0;
  const isInsertion = span.beforeStart === span.beforeEnd;
  if (above + below < (isInsertion ? 1 : 2)) return undefined;
  const lines = after.slice(span.afterStart - above, span.afterEnd + below);
  if (isBlank(lines[0] ?? '') || isBlank(lines.at(-1) ?? '')) return undefined;
  return random.chance(0.9) ? { codes: [lines.join('\n')], details: [] } : undefined;
};

const assignment =
  /^\s*((?:(?:export|pub|const|let|var|static|final|readonly|private|public|protected|int|bool|auto|String|boolean|long)\s+)*(?:mut\s+)?[\w$.]+(?:\s*:\s*[\w<>[\]]+)?)\s*(?::=|=)(?![=>])\s*\S/;

/** Writes only the line that assigns or declares a name. */
export const writeSingleLine: FormWriter = (change, random) => {
  const { before, after, hunks } = change;
  const [hunk, ...others] = hunks;
  if (hunk === undefined || others.length > 0) return undefined;
  if (hunk.beforeEnd - hunk.beforeStart !== 1 || hunk.afterEnd - hunk.afterStart !== 1) return undefined;
  const [old, now] = [before[hunk.beforeStart]!, after[hunk.afterStart]!];
  const target = assignment.exec(now)?.[1];
  if (
    target === undefined ||
    assignment.exec(old)?.[1] !== target ||
    [old, now].some((line) => /[{([,+\-*/&|?:=<>.\\]\s*$/.test(line))
  )
    return undefined;
  const name = /[\w$.]+(?=\s*(?::\s*[\w<>[\]]+)?$)/.exec(target)?.[0] ?? target;
  const assigns = (line: string): boolean =>
    assignment
      .exec(line)?.[1]
      ?.split(/[\s:]+/)
      .includes(name) === true;
  if (before.filter(assigns).length !== 1) return undefined;
  return { codes: [random.chance(0.6) ? now.trim() : now], details: [] };
};
