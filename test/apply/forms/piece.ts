import { spanOf, type Change } from '../change.ts';
import { findDeclarations, headersNamed } from '../declarations.ts';
import { isPython } from '../languages.ts';
import { applyHunks, type Hunk } from '../lineDiff.ts';
import type { Random } from '../random.ts';
import { indentOf, isBlank, isDistinctive, occursOnce } from '../textMatch.ts';

/** A part of the file that one fragment rewrites completely. The lines are [start, end) before and after. */
export interface Piece extends Hunk {
  readonly kind: 'declaration' | 'newMember' | 'neighbours';
}

const [maxDeclarationLines, maxAnchorLines] = [90, 6];

/** Returns the smallest declaration that contains the hunks and that the fragment can identify by its name. */
export function declarationPiece(change: Change, hunks: readonly Hunk[], random: Random): Piece | undefined {
  const span = spanOf(hunks);
  const old = findDeclarations(change.before, change.language);
  const now = findDeclarations(change.after, change.language);
  for (const declaration of now.toReversed()) {
    const original = old.find(({ name }) => name === declaration.name);
    if (original === undefined || declaration.end - declaration.start > maxDeclarationLines) continue;
    if (!isDeclaredOnce(declaration.name, change)) continue;
    for (const withDoc of random.chance(0.5) ? [true, false] : [false, true]) {
      const start = withDoc ? declaration.docStart : declaration.start;
      const originalStart = withDoc ? original.docStart : original.start;
      if (withDoc && declaration.docStart === declaration.start) continue;
      if (span.beforeStart < originalStart || span.beforeEnd > original.end) continue;
      if (span.afterStart < start || span.afterEnd > declaration.end) continue;
      const piece = {
        beforeStart: originalStart,
        beforeEnd: original.end,
        afterStart: start,
        afterEnd: declaration.end,
      };
      if (replacesExactly(change, piece, hunks) && isComplete(change, piece)) return { ...piece, kind: 'declaration' };
    }
  }
  return undefined;
}

/** Returns a new declaration together with the unchanged declaration before or after it. */
export function newMemberPiece(change: Change, hunks: readonly Hunk[]): Piece | undefined {
  const { before, after, language } = change;
  if (hunks.length !== 1 || hunks.some(({ beforeStart, beforeEnd }) => beforeStart !== beforeEnd)) return undefined;
  const span = spanOf(hunks);
  const old = findDeclarations(before, language);
  const now = findDeclarations(after, language);
  const added = now.find(
    ({ name, start, end }) =>
      headersNamed(name, before, language).length === 0 &&
      start >= span.afterStart - 3 &&
      end <= span.afterEnd + 3 &&
      end > span.afterStart,
  );
  if (added === undefined) return undefined;
  const indent = indentOf(after[added.start]!);
  const siblings = now.filter(({ start }) => indentOf(after[start]!) === indent);
  const index = siblings.indexOf(added);
  for (const neighbour of [siblings[index - 1], siblings[index + 1]]) {
    if (neighbour === undefined || !isDeclaredOnce(neighbour.name, change)) continue;
    const original = old.find(({ name }) => name === neighbour.name);
    if (original === undefined || neighbour.end - neighbour.start > maxDeclarationLines / 2) continue;
    const isBefore = neighbour.start < added.start;
    const piece: Piece = isBefore
      ? {
          kind: 'newMember',
          beforeStart: original.start,
          beforeEnd: original.end,
          afterStart: neighbour.start,
          afterEnd: added.end,
        }
      : {
          kind: 'newMember',
          beforeStart: original.docStart,
          beforeEnd: original.end,
          afterStart: added.docStart,
          afterEnd: neighbour.end,
        };
    const isShort = piece.afterEnd - piece.afterStart <= maxDeclarationLines;
    if (isShort && replacesExactly(change, piece, hunks) && isComplete(change, piece)) return piece;
  }
  return undefined;
}

/** Returns the hunks with unchanged lines above and below, which occur once each. Takes only complete statements. */
export function neighboursPiece(change: Change, hunks: readonly Hunk[], least: number): Piece | undefined {
  const { before, after, language } = change;
  if (removesDeclaration(change, hunks)) return undefined;
  const span = spanOf(hunks);
  const [above, below] = [anchorAbove(change, span.beforeStart, least), anchorBelow(change, span.beforeEnd, least)];
  if (above === undefined || below === undefined) return undefined;
  const piece: Piece = {
    kind: 'neighbours',
    beforeStart: span.beforeStart - above,
    beforeEnd: span.beforeEnd + below,
    afterStart: span.afterStart - above,
    afterEnd: span.afterEnd + below,
  };
  const fragment = after.slice(piece.afterStart, piece.afterEnd);
  if (fragment.length > maxDeclarationLines || !areCompleteStatements(fragment, isPython(language))) return undefined;
  return replacesExactly(change, piece, hunks) && before.length > fragment.length ? piece : undefined;
}

/**
 * Returns true if the hunks remove a declaration, whole or into the body of another one. Unchanged lines around it cannot
 * say this: a model may have left the declaration out only because it does not change.
 */
export function removesDeclaration({ before, after, language }: Change, hunks: readonly Hunk[]): boolean {
  const [old, now] = [findDeclarations(before, language), findDeclarations(after, language)];
  // A call over several lines looks like a header, but is indented further.
  const isDeclared = (name: string, indent: string): boolean =>
    headersNamed(name, after, language).some((line) => indentOf(after[line]!) === indent);
  return hunks.some(({ beforeStart, beforeEnd, afterStart, afterEnd }) => {
    const removed = old.filter(
      ({ name, start }) => start >= beforeStart && start < beforeEnd && !isDeclared(name, indentOf(before[start]!)),
    );
    const added = now.filter(({ start }) => start >= afterStart && start < afterEnd);
    return removed.some(({ end }) => end <= beforeEnd) || removed.length > added.length;
  });
}

/** Returns how many lines directly above a line are needed to occur once in the file, at least `least`. */
export function anchorAbove(
  { before, hunks }: Pick<Change, 'before' | 'hunks'>,
  line: number,
  least: number,
  from = 0,
): number | undefined {
  const previousEnd = Math.max(from, ...hunks.map(({ beforeEnd }) => beforeEnd).filter((end) => end < line));
  for (let size = least; size <= maxAnchorLines && line - size >= previousEnd; size += 1) {
    const anchor = before.slice(line - size, line);
    if (!startsWithEnd(anchor[0]!) && isAnchor(anchor, anchor[0]!, before)) return size;
  }
  return undefined;
}

/** Returns how many lines directly below are needed to occur once in the file, at least `least`. */
export function anchorBelow(
  { before, hunks }: Pick<Change, 'before' | 'hunks'>,
  line: number,
  least: number,
  to = before.length,
): number | undefined {
  const nextStart = Math.min(to, ...hunks.map(({ beforeStart }) => beforeStart).filter((start) => start > line));
  for (let size = least; size <= maxAnchorLines && line + size <= nextStart; size += 1) {
    const anchor = before.slice(line, line + size);
    if (!endsWithStart(anchor.at(-1)!) && isAnchor(anchor, anchor.at(-1)!, before)) return size;
  }
  return undefined;
}

/** Returns true if the line ends something that begins above it, so that nobody would begin a fragment with it. */
function startsWithEnd(line: string): boolean {
  return /^\s*(?:[)\]}]|\*)/.test(line);
}

/** Returns true if the line begins something that ends below it, so that nobody would end a fragment with it. */
export function endsWithStart(line: string): boolean {
  return /(?:[{([:\\=<]|=>|\/\*\*?)\s*$|^\s*(?:@|#\[|\*(?!\/))/.test(line);
}

function isAnchor(anchor: readonly string[], outermost: string, before: readonly string[]): boolean {
  return !isBlank(outermost) && anchor.some(isDistinctive) && occursOnce(anchor, before);
}

/** Returns true if both versions have exactly one line that looks like the header of a declaration of this name. */
export function isDeclaredOnce(name: string, { before, after, language }: Change): boolean {
  return headersNamed(name, before, language).length === 1 && headersNamed(name, after, language).length === 1;
}

/** Returns true if replacing the piece has the same result as applying the hunks. */
export function replacesExactly({ before, after }: Change, piece: Hunk, hunks: readonly Hunk[]): boolean {
  const changed = applyHunks(before, after, hunks);
  const replaced = applyHunks(before, after, [piece]);
  return changed.length === replaced.length && changed.every((line, index) => line === replaced[index]);
}

function isComplete({ after, language }: Change, { afterStart, afterEnd }: Hunk): boolean {
  return areCompleteStatements(after.slice(afterStart, afterEnd), isPython(language));
}

/** Returns true if no line is indented less than the first line, and all brackets are closed in the order of opening. */
export function areCompleteStatements(lines: readonly string[], byIndentation: boolean): boolean {
  const indents = lines.filter((line) => !isBlank(line)).map((line) => indentOf(line).length);
  const first = indents[0] ?? 0;
  if (indents.some((indent) => indent < first)) return false;
  if (byIndentation && (indents.at(-1) ?? 0) < first) return false;
  if (endsWithStart(lines.at(-1) ?? '') || lines.join('\n').split('/*').length !== lines.join('\n').split('*/').length)
    return false;
  const open: string[] = [];
  for (const [bracket] of withoutStrings(lines.join('\n')).matchAll(/[()[\]{}]/g)) {
    const partner = { ')': '(', ']': '[', '}': '{' }[bracket];
    if (partner === undefined) open.push(bracket);
    else if (open.pop() !== partner) return false;
  }
  return open.length === 0;
}

function withoutStrings(text: string): string {
  return text.replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/.*/g, '');
}
