import { groupHunks, spanOf, type Change } from '../change.ts';
import { containerOf, findDeclarations, headersNamed, type Declaration } from '../declarations.ts';
import { isPython } from '../languages.ts';
import type { Hunk } from '../lineDiff.ts';
import type { Random } from '../random.ts';
import { indentOf, isBlank } from '../textMatch.ts';
import type { FormWriter, Writing } from './form.ts';
import { drawIndentation } from './fragments.ts';
import { drawMarkers, type ElidedPlace } from './markers.ts';
import {
  anchorAbove,
  anchorBelow,
  areCompleteStatements,
  declarationPiece,
  isDeclaredOnce,
  removesDeclaration,
  replacesExactly,
} from './piece.ts';
import { copyAnchors, drawCopyStyle } from './unchangedLines.ts';

/** Fewer lines between two sections are shown instead of elided. */
const leastElided = 2;

const maxShownLines = 120;

/** Shows the changed lines with unchanged lines around them, and elides all other lines of the file. */
export const writeElidedAround: FormWriter = (change, random) => {
  const { before, after, language } = change;
  const sections = random.chance(0.4)
    ? (declarationSections(change, random) ?? sectionsIn(change, 0, before.length, random))
    : sectionsIn(change, 0, before.length, random);
  if (sections === undefined) return undefined;
  const marker = drawMarkers(language, random.pick(['file', 'code']), random);
  const style = drawCopyStyle(language, random);
  const blank = random.chance(0.5);
  const lines = joinSections(change, sections, { start: 0, end: after.length, marker, blank, copy: style.copy });
  return lines.length > maxShownLines ? undefined : { codes: [lines.join('\n')], details: style.details };
};

/** Shows the header and the end of a declaration, and elides unchanged lines inside it. */
export const writeElidedInside: FormWriter = (change, random) => {
  const { after, language } = change;
  const pair = enclosingPair(change, (declaration) => declaration.end - declaration.start >= 10);
  if (pair === undefined) return undefined;
  const { original, declaration } = pair;
  const endsWithBrace = !isPython(language);
  const bodyEnd = endsWithBrace ? original.end - 1 : original.end;
  const sections = sectionsIn(change, original.bodyStart, bodyEnd, random);
  if (sections === undefined) return undefined;
  const indent = indentOf(after[declaration.bodyStart]!);
  const rest = random.pick(declaration.isContainer ? ['class', 'code'] : ['function', 'method', 'code']);
  const draw = drawMarkers(language, rest, random);
  const style = drawCopyStyle(language, random);
  const body = joinSections(change, sections, {
    start: declaration.bodyStart,
    end: endsWithBrace ? declaration.end - 1 : declaration.end,
    marker: (place) => indent + draw(place),
    blank: random.chance(0.3),
    copy: style.copy,
  });
  const header = after.slice(declaration.start, declaration.bodyStart);
  const lines = [...header, ...body, ...(endsWithBrace ? [after[declaration.end - 1]!] : [])];
  return lines.length > maxShownLines ? undefined : writeLines(change, lines, style.details, random);
};

/** Shows the header of a class, elides its other members, and shows the changed member completely. */
export const writeElidedContainer: FormWriter = (change, random) => {
  const { after, before, language, hunks } = change;
  const old = findDeclarations(before, language);
  const now = findDeclarations(after, language);
  const member = now.findLast(
    ({ start, end }) =>
      hunks.every(({ afterStart, afterEnd }) => afterStart >= start && afterEnd <= end) && end - start <= 90,
  );
  const container = member && containerOf(member, now);
  if (member === undefined || container === undefined || !isDeclaredOnce(container.name, change)) return undefined;
  const isBetween = ({ start, end }: Declaration): boolean =>
    start > container.start && start < member.start && end >= member.end;
  if (now.some(isBetween)) return undefined;
  const originalContainer = old.find(({ name, isContainer }) => name === container.name && isContainer);
  if (originalContainer === undefined) return undefined;
  const isInside = (line: number, { start, end }: Declaration): boolean => line > start && line < end;
  const isOnlyMember = (lines: readonly string[], outer: Declaration): boolean =>
    headersNamed(member.name, lines, language).filter((line) => isInside(line, outer)).length === 1;
  if (!isOnlyMember(before, originalContainer) || !isOnlyMember(after, container)) return undefined;
  const original = old.find(({ name, start }) => name === member.name && isInside(start, originalContainer));
  if (original === undefined) return undefined;
  const section: Section = {
    beforeStart: original.start,
    beforeEnd: original.end,
    afterStart: member.start,
    afterEnd: member.end,
  };
  if (!replacesExactly(change, section, hunks)) return undefined;
  const endsWithBrace = !isPython(language);
  const indent = indentOf(after[member.start]!);
  const draw = drawMarkers(language, random.pick(['class', 'code', 'file']), random);
  const body = joinSections(change, [section], {
    start: container.bodyStart,
    end: endsWithBrace ? container.end - 1 : container.end,
    marker: (place) => indent + draw(place),
    blank: random.chance(0.6),
    copy: (line) => line,
  });
  const header = after.slice(container.start, container.bodyStart);
  return writeLines(change, [...header, ...body, ...(endsWithBrace ? [after[container.end - 1]!] : [])], [], random);
};

function writeLines(change: Change, lines: readonly string[], details: readonly string[], random: Random): Writing {
  const indentation = drawIndentation(change, random);
  return { codes: [indentation.apply(lines).join('\n')], details: [...details, ...indentation.details] };
}

/** Lines that a fragment shows: unchanged lines, the changed lines, unchanged lines. */
type Section = Hunk;

/** Returns the sections that show all hunks. Each occurs once, or touches the start or the end of the range. */
function sectionsIn(change: Change, from: number, to: number, random: Random): readonly Section[] | undefined {
  if (removesDeclaration(change, change.hunks)) return undefined;
  const least = random.integer(1, 3);
  const isWholeFile = from === 0;
  const sections: Section[] = [];
  for (const group of groupHunks(change.hunks, 6)) {
    const span = spanOf(group);
    if (span.beforeStart < from || span.beforeEnd > to) return undefined;
    const nearStart = !isWholeFile && span.beforeStart - from <= leastElided + 1;
    const nearEnd = !isWholeFile && to - span.beforeEnd <= leastElided + 1;
    const above = nearStart ? span.beforeStart - from : anchorAbove(change, span.beforeStart, least, from);
    const below = nearEnd ? to - span.beforeEnd : anchorBelow(change, span.beforeEnd, least, to);
    if (above === undefined || below === undefined) return undefined;
    const section = completeSection(change, span, { above, below, from, to, growsUp: !nearStart, growsDown: !nearEnd });
    if (section === undefined || section.beforeStart < (sections.at(-1)?.beforeEnd ?? from)) return undefined;
    const last = sections.at(-1);
    if (last !== undefined && section.beforeStart - last.beforeEnd <= leastElided)
      sections[sections.length - 1] = { ...last, beforeEnd: section.beforeEnd, afterEnd: section.afterEnd };
    else sections.push(section);
  }
  const isShorter =
    sections.reduce((sum, { beforeStart, beforeEnd }) => sum + beforeEnd - beforeStart, 0) + 2 * leastElided <
    to - from;
  return isShorter ? sections : undefined;
}

/** More lines than this are not shown above or below to complete statements. */
const maxGrowth = 10;

/**
 * Returns the section with the changed lines and at least `above` and `below` unchanged lines around them. Shows more
 * lines until the section has only complete statements, because models rarely cut them.
 */
function completeSection(
  { before, after, hunks, language }: Change,
  span: Hunk,
  context: {
    readonly above: number;
    readonly below: number;
    readonly from: number;
    readonly to: number;
    readonly growsUp: boolean;
    readonly growsDown: boolean;
  },
): Section | undefined {
  const { above, below, from, to, growsUp, growsDown } = context;
  const previousEnd = Math.max(
    from,
    ...hunks.map(({ beforeEnd }) => beforeEnd).filter((end) => end < span.beforeStart),
  );
  const nextStart = Math.min(
    to,
    ...hunks.map(({ beforeStart }) => beforeStart).filter((start) => start > span.beforeEnd),
  );
  for (let growth = 0; growth <= 2 * maxGrowth; growth += 1) {
    for (let more = 0; more <= growth; more += 1) {
      if ((more > 0 && !growsUp) || (growth > more && !growsDown)) continue;
      const section = {
        beforeStart: span.beforeStart - above - more,
        beforeEnd: span.beforeEnd + below + growth - more,
        afterStart: span.afterStart - above - more,
        afterEnd: span.afterEnd + below + growth - more,
      };
      if (section.beforeStart < previousEnd || section.beforeEnd > nextStart) continue;
      if (isBlank(before[section.beforeStart] ?? '') || isBlank(before[section.beforeEnd - 1] ?? '')) continue;
      const lines = after.slice(section.afterStart, section.afterEnd);
      if (areCompleteStatements(lines, isPython(language))) return section;
    }
  }
  return undefined;
}

/** Returns a section with the whole changed declaration. */
function declarationSections(change: Change, random: Random): readonly Section[] | undefined {
  const piece = declarationPiece(change, change.hunks, random);
  return piece && change.before.length > piece.beforeEnd - piece.beforeStart + 2 * leastElided ? [piece] : undefined;
}

interface Frame {
  /** The lines of the version after the change that the sections and the elided lines make up together. */
  readonly start: number;
  readonly end: number;
  readonly marker: (place: ElidedPlace) => string;
  /** True if blank lines are around the markers. */
  readonly blank: boolean;
  readonly copy: (line: string) => string;
}

/** Returns the lines of the sections with a marker wherever lines are elided. Few lines are shown instead. */
function joinSections(change: Change, sections: readonly Section[], frame: Frame): readonly string[] {
  const shown = (afterStart: number, afterEnd: number): readonly string[] =>
    copyAnchors(change, { afterStart, afterEnd }, frame.copy);
  const lines: string[] = [];
  const elide = (from: number, to: number, place: ElidedPlace): void => {
    const elided = change.after.slice(from, to);
    if (elided.every(isBlank) || elided.length < leastElided) {
      if (place === 'between' || frame.start > 0) lines.push(...shown(from, to));
      return;
    }
    if (frame.blank && place !== 'before') lines.push('');
    lines.push(frame.marker(place));
    if (frame.blank && place !== 'after') lines.push('');
  };
  let position = frame.start;
  for (const [index, { afterStart, afterEnd }] of sections.entries()) {
    elide(position, afterStart, index === 0 ? 'before' : 'between');
    lines.push(...shown(afterStart, afterEnd));
    position = afterEnd;
  }
  elide(position, frame.end, 'after');
  return lines;
}

/** Returns the smallest declaration around all hunks, before and after, if its header is unchanged and unique. */
function enclosingPair(
  change: Change,
  isWanted: (declaration: Declaration) => boolean,
): { readonly original: Declaration; readonly declaration: Declaration } | undefined {
  const { before, after, language, hunks } = change;
  const old = findDeclarations(before, language);
  const declaration = findDeclarations(after, language).findLast(
    (each) =>
      isWanted(each) && hunks.every(({ afterStart, afterEnd }) => afterStart >= each.bodyStart && afterEnd < each.end),
  );
  const original = old.find(({ name }) => name === declaration?.name);
  if (declaration === undefined || original === undefined || !isDeclaredOnce(declaration.name, change))
    return undefined;
  const isSameHeader =
    before.slice(original.start, original.bodyStart).join('\n') ===
    after.slice(declaration.start, declaration.bodyStart).join('\n');
  return isSameHeader ? { original, declaration } : undefined;
}
