import type { Language } from './languages.ts';
import { isPython } from './languages.ts';
import { applyHunks, diffLines, type Hunk } from './lineDiff.ts';
import { isBlank } from './textMatch.ts';

/** A real change of one file. The lines are without line breaks. */
export interface Change {
  /** Unique: the source, the versions, the path and the part of the difference. */
  readonly name: string;
  readonly source: string;
  readonly language: Language;
  readonly path: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly hunks: readonly Hunk[];
  /** The paths of all files of the source, for finding a named file. */
  readonly paths: readonly string[];
  readonly lineBreak: '\n' | '\r\n';
  readonly endsWithLineBreak: boolean;
}

const [minLines, maxLines, maxLineLength, maxChangedLines] = [30, 3_000, 400, 60];

/** Larger differences are not compared. Their number of lines squared decides the time. */
const maxEdits = 600;

/** The hunks of a large difference become one change if at most this many lines are between them. */
const maxGap = 15;

/** Changes of one file that come from one large difference. */
const maxClusters = 3;

/** Returns the changes between two versions of a file. Returns none if a rule of rules.md excludes the file. */
export function changesOf(
  file: Pick<Change, 'name' | 'source' | 'language' | 'path' | 'paths'>,
  beforeText: string,
  afterText: string,
): readonly Change[] {
  if (beforeText === afterText || !isEligible(beforeText) || !isEligible(afterText)) return [];
  const lineBreak = beforeText.includes('\r\n') ? '\r\n' : '\n';
  const endsWithLineBreak = beforeText.endsWith('\n');
  if (afterText.includes('\r\n') !== (lineBreak === '\r\n') || afterText.endsWith('\n') !== endsWithLineBreak)
    return [];
  const [before, after] = [linesOf(beforeText), linesOf(afterText)];
  const hunks = diffLines(before, after, maxEdits);
  if (hunks === undefined) return [];
  return clusters(hunks).map((cluster, index) => {
    const changed = applyHunks(before, after, cluster);
    const name = index === 0 ? file.name : `${file.name} part ${index + 1}`;
    const own = diffLines(before, changed, maxEdits) ?? [];
    return { ...file, name, before, after: changed, hunks: own, lineBreak, endsWithLineBreak };
  });
}

/** Returns the text of a file with these lines. */
export function textOf(
  lines: readonly string[],
  { lineBreak, endsWithLineBreak }: Pick<Change, 'lineBreak' | 'endsWithLineBreak'>,
): string {
  return lines.join(lineBreak) + (endsWithLineBreak ? lineBreak : '');
}

function isEligible(text: string): boolean {
  if (text.startsWith('\ufeff') || text.includes('\0') || /\n\r?\n$/.test(text)) return false;
  if (/\r(?!\n)/.test(text) || (text.includes('\r\n') && /(?<!\r)\n/.test(text))) return false;
  const lines = linesOf(text);
  if (lines.length < minLines || lines.length > maxLines) return false;
  return (
    lines.every((line) => line.length <= maxLineLength) && !/generated|do not edit/i.test(lines.slice(0, 10).join())
  );
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** Returns all hunks as one cluster if they are few enough. Otherwise returns clusters of neighbouring hunks. */
function clusters(hunks: readonly Hunk[]): readonly (readonly Hunk[])[] {
  if (sizeOf(hunks) <= maxChangedLines) return hunks.length === 0 ? [] : [hunks];
  return groupHunks(hunks, maxGap)
    .filter((group) => sizeOf(group) <= maxChangedLines)
    .slice(0, maxClusters);
}

/** Groups hunks between which are at most `gap` unchanged lines. */
export function groupHunks(hunks: readonly Hunk[], gap: number): readonly (readonly Hunk[])[] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1);
    if (last !== undefined && hunk.beforeStart - last.at(-1)!.beforeEnd <= gap) last.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

/** Returns the smallest hunk that contains all hunks of the group, and the unchanged lines between them. */
export function spanOf(hunks: readonly Hunk[]): Hunk {
  const [first, last] = [hunks[0]!, hunks.at(-1)!];
  return {
    beforeStart: first.beforeStart,
    beforeEnd: last.beforeEnd,
    afterStart: first.afterStart,
    afterEnd: last.afterEnd,
  };
}

/** The number of removed and added lines. */
function sizeOf(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, hunk) => sum + hunk.beforeEnd - hunk.beforeStart + hunk.afterEnd - hunk.afterStart, 0);
}

/** Returns true if each hunk only adds or removes blank lines, or changes only white space. */
export function changesOnlySpace({ before, after, language }: Change): boolean {
  const significant = (lines: readonly string[]): string =>
    lines
      .map((line) => (isPython(language) ? line.trimEnd() : line.replaceAll(/\s/g, '')))
      .filter(Boolean)
      .join('\n');
  return significant(before) === significant(after);
}

/**
 * Returns true if a new line differs from an old line of the same hunk only in the style of quotes or in trailing space.
 * A fragment cannot say that such a difference is wanted.
 */
export function changesOnlyStyle({ before, after, hunks }: Change): boolean {
  return hunks.some((hunk) => {
    const old = before.slice(hunk.beforeStart, hunk.beforeEnd);
    const now = after.slice(hunk.afterStart, hunk.afterEnd);
    const plain = new Set(old.map(withoutStyle));
    return now.some((line) => !isBlank(line) && !old.includes(line) && plain.has(withoutStyle(line)));
  });
}

/** Returns the line with one style of quotes and without trailing space. */
export function withoutStyle(line: string): string {
  return line.trimEnd().replaceAll(/["`]/g, "'");
}
