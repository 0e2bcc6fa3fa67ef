import { addAll } from '../../common/addAll.ts';
import { lowerCase, readSearchableText } from './searchableText.ts';

/** Finds a text in the page. After DOM changes, searches only the new and changed blocks. */
export interface MatchFinder {
  /** Sets the text to find, ignoring case. An empty text has no matches. */
  readonly search: (text: string) => void;
  /** Updates the matches. `changes` are the DOM changes since the last call of `search` or `update`. */
  readonly update: (changes: readonly MutationRecord[]) => void;
  /** Returns the matches in document order. After `update`, there can be more than `maxMatches`. */
  readonly matches: () => readonly StaticRange[];
}

/**
 * The search stops at this number of matches, because nobody steps through more matches. If the search reaches an
 * unchanged block before it stops, it keeps all matches of the block, so there can be more matches than this number.
 */
export const maxMatches = 10_000;

/**
 * Selector of the blocks that are searched. A match lies within a single block. The editor of a question hides the text
 * of the question, and the instructions that the edit does not send.
 */
const units =
  '.message:not([hidden]) :is(' +
  '.question-text:not([hidden], .editing *), .markdown > *, .attachment:not(.editing .unsent) .code-block)';

/**
 * Creates a finder for the blocks below `root`. Calls `onMatch.add` for each new match, and `onMatch.remove` for each
 * match that no longer exists.
 */
export function createMatchFinder(
  root: Element,
  onMatch: { readonly add: (range: StaticRange) => void; readonly remove: (range: StaticRange) => void },
): MatchFinder {
  let query = '';
  let found = new Map<Element, readonly StaticRange[]>();
  let all: readonly StaticRange[] = [];

  function read(): void {
    const next = new Map<Element, readonly StaticRange[]>();
    const ranges: StaticRange[] = [];
    for (const unit of query === '' ? [] : root.querySelectorAll(units)) {
      if (ranges.length >= maxMatches) break;
      const known = found.get(unit);
      const current = known ?? matchesIn(unit, maxMatches - ranges.length);
      if (known === undefined) current.forEach(onMatch.add);
      found.delete(unit);
      next.set(unit, current);
      addAll(ranges, current);
    }
    for (const gone of found.values()) gone.forEach(onMatch.remove);
    found = next;
    all = ranges;
  }

  function matchesIn(unit: Element, limit: number): readonly StaticRange[] {
    const { text, rangeOf } = readSearchableText(unit);
    const ranges: StaticRange[] = [];
    for (
      let start = text.indexOf(query);
      start >= 0 && ranges.length < limit;
      start = text.indexOf(query, start + query.length)
    ) {
      ranges.push(rangeOf(start, start + query.length));
    }
    return ranges;
  }

  function forget(unit: Element): void {
    found.get(unit)?.forEach(onMatch.remove);
    found.delete(unit);
  }

  return {
    search: (text) => {
      query = lowerCase(text.replace(/\s/g, ' '));
      [...found.keys()].forEach(forget);
      read();
    },
    update: (changes) => {
      for (const { target } of changes) {
        for (let node: Node | null = target; node !== null && node !== root; node = node.parentNode) {
          if (node instanceof Element && found.has(node)) forget(node);
        }
      }
      read();
    },
    matches: () => all,
  };
}
