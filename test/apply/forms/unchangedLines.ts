import type { Change } from '../change.ts';
import { hasTwoQuoteStyles, type Language } from '../languages.ts';
import type { Hunk } from '../lineDiff.ts';
import type { Random } from '../random.ts';

/** Changes unchanged lines of a diff, search text or fragment as models do when they copy them. */
export interface CopyStyle {
  readonly copy: (line: string) => string;
  readonly details: readonly string[];
}

export function drawCopyStyle(language: Language, random: Random): CopyStyle {
  const losesSpace = random.chance(0.5);
  const otherQuotes = hasTwoQuoteStyles(language) && random.chance(0.15);
  const copy = (line: string): string => {
    const trimmed = losesSpace ? line.trimEnd() : line;
    return otherQuotes ? withOtherQuotes(trimmed) : trimmed;
  };
  return { copy, details: otherQuotes ? ['quotes'] : [] };
}

/**
 * Returns the new lines of a part of the file. Copies the lines above its first changed line and below its last changed
 * line. Does not copy unchanged lines between changed lines, because the fragment replaces these lines.
 */
export function copyAnchors(
  { after, hunks }: Pick<Change, 'after' | 'hunks'>,
  part: Pick<Hunk, 'afterStart' | 'afterEnd'>,
  copy: (line: string) => string,
): readonly string[] {
  const own = hunks.filter(({ afterStart, afterEnd }) => afterStart >= part.afterStart && afterEnd <= part.afterEnd);
  const [first, last] = [own[0]?.afterStart ?? part.afterEnd, own.at(-1)?.afterEnd ?? part.afterEnd];
  return after
    .slice(part.afterStart, part.afterEnd)
    .map((line, index) => (index + part.afterStart < first || index + part.afterStart >= last ? copy(line) : line));
}

/** Exchanges the quotes of the strings if the line has only simple strings with one kind of quotes. */
function withOtherQuotes(line: string): string {
  if (/[\\`]|\/\/|\/\*|#|(['"])\1\1/.test(line)) return line;
  if (/^[^'"]*(?:'[^'"]*'[^'"]*)+$/.test(line)) return line.replaceAll("'", '"');
  if (/^[^'"]*(?:"[^'"]*"[^'"]*)+$/.test(line)) return line.replaceAll('"', "'");
  return line;
}
