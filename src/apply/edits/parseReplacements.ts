/** A text to look for, and the text that replaces it, as lines. */
export interface Replacement {
  readonly search: readonly string[];
  readonly replace: readonly string[];
}

type Marker = 'search' | 'divider' | 'base' | 'replace';

/** Words after the first marker. `HEAD` is the word of a merge conflict. */
const searchWords = /^(?:search|original|old|before|head|current|find|existing)\b/i;

/** The kinds of lines that occur only as markers. Each pattern takes time only for the marks at the start of a line. */
function markerOf(line: string): Marker | undefined {
  const text = line.trim();
  const marks = /^(?:<{5,9}|={5,9}|>{5,9}|-{5,9}|\+{5,9}|\|{7})/.exec(text)?.[0];
  if (marks === undefined) return undefined;
  const rest = text.slice(marks.length).trim();
  switch (marks[0]) {
    case '<':
      return searchWords.test(rest) || rest === '' || !/^[<>=]/.test(rest) ? 'search' : undefined;
    case '-':
      return /^(?:search|original|old)\b/i.test(rest) ? 'search' : undefined;
    case '=':
      return rest === '' ? 'divider' : undefined;
    case '|':
      return 'base';
    case '+':
      return /^(?:replace|updated|new)\b/i.test(rest) ? 'replace' : undefined;
    default:
      return /^[<>=]/.test(rest) ? undefined : 'replace';
  }
}

/** Returns true if the code contains the first marker of a replacement. */
export function hasReplacements(lines: readonly string[]): boolean {
  return lines.some((line) => markerOf(line) === 'search');
}

/**
 * Parses blocks of search and replace, such as `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`. Returns undefined if the
 * markers do not match up. Ignores text outside the markers, such as the name of the file.
 */
export function parseReplacements(lines: readonly string[]): readonly Replacement[] | undefined {
  const found: Replacement[] = [];
  let part: Exclude<Marker, 'replace'> | undefined;
  let search: string[] = [];
  let replace: string[] = [];
  for (const line of lines) {
    const marker = markerOf(line);
    if (marker === undefined) {
      if (part === 'search') search.push(line);
      else if (part === 'divider') replace.push(line);
      continue;
    }
    if (marker === 'search') {
      if (part !== undefined) return undefined;
      part = 'search';
    } else if (marker === 'base') {
      if (part !== 'search') return undefined;
      part = 'base';
    } else if (marker === 'divider') {
      if (part !== 'search' && part !== 'base') return undefined;
      part = 'divider';
    } else {
      if (part !== 'divider') return undefined;
      found.push({ search: withoutLineNumber(search), replace });
      [part, search, replace] = [undefined, [], []];
    }
  }
  return part === undefined ? found : undefined;
}

/** Removes the header `:start_line:12`, `-------` that some tools put before the searched text. */
function withoutLineNumber(search: readonly string[]): readonly string[] {
  let start = 0;
  while (/^:(?:start|end)_line:/.test(search[start] ?? '')) start += 1;
  return start > 0 && /^-{5,9}$/.test(search[start] ?? '') ? search.slice(start + 1) : search.slice(start);
}
