import { hasTwoQuoteStyles, type Language } from '../languages.ts';
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

/** Exchanges the quotes of the strings if the line has only simple strings with one kind of quotes. */
function withOtherQuotes(line: string): string {
  if (/[\\`]|\/\/|\/\*|#|(['"])\1\1/.test(line)) return line;
  if (/^[^'"]*(?:'[^'"]*'[^'"]*)+$/.test(line)) return line.replaceAll("'", '"');
  if (/^[^'"]*(?:"[^'"]*"[^'"]*)+$/.test(line)) return line.replaceAll('"', "'");
  return line;
}
