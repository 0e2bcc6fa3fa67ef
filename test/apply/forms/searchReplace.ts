import { groupHunks, spanOf, withoutStyle, type Change } from '../change.ts';
import type { Hunk } from '../lineDiff.ts';
import { isDistinctive, occursOnce } from '../textMatch.ts';
import type { FormWriter } from './form.ts';
import { drawCopyStyle } from './unchangedLines.ts';

const spellings = [
  { open: (marks: number) => `${'<'.repeat(marks)} SEARCH`, close: (marks: number) => `${'>'.repeat(marks)} REPLACE` },
  {
    open: (marks: number) => `${'<'.repeat(marks)} ORIGINAL`,
    close: (marks: number) => `${'>'.repeat(marks)} UPDATED`,
  },
  { open: (marks: number) => `${'-'.repeat(marks)} SEARCH`, close: (marks: number) => `${'+'.repeat(marks)} REPLACE` },
];

/** More context is not taken to make a search text unique. */
const maxContext = 12;

export const writeSearchReplace: FormWriter = (change, random) => {
  const { before, after, path, language } = change;
  if ([...before, ...after].some((line) => /^(?:<{5,9}|={5,9}|>{5,9}|-{5,9}|\+{5,9})(?: |$)/.test(line)))
    return undefined;
  const places = searchedPlaces(change, random.integer(0, 3));
  if (places === undefined) return undefined;
  const spelling = random.pick(spellings);
  const marks = random.chance(0.7) ? 7 : random.integer(5, 9);
  const style = drawCopyStyle(language, random);
  const edits = places.map((place) => {
    const [old, now] = copiedLines(change, place, style.copy);
    const lines = [spelling.open(marks), ...old, '='.repeat(marks), ...now, spelling.close(marks)];
    return lines.join('\n');
  });
  const nameStyle = random.pick(['everyLine', 'once', 'none']);
  const named = edits.map((edit) => (nameStyle === 'everyLine' ? `${path}\n${edit}` : edit));
  const asOneBlock = random.chance(0.5);
  const codes = asOneBlock ? [named.join('\n\n')] : named;
  const [first = '', ...others] = codes;
  return {
    codes: nameStyle === 'once' ? [`${path}\n${first}`, ...others] : codes,
    namesFile: nameStyle !== 'none',
    details: [spelling.open(marks), ...(asOneBlock ? ['one block'] : []), ...style.details],
  };
};

/**
 * Returns old and new lines of a place. Unchanged lines are copied in the same style in both, but those that resemble a
 * removed line as they are in the file: the new lines would not tell which of the two is unchanged.
 */
function copiedLines(
  { before, after, hunks }: Change,
  place: Hunk,
  copy: (line: string) => string,
): readonly [string[], string[]] {
  const old: string[] = [];
  const now: string[] = [];
  let position = place.beforeStart;
  const ownHunks = hunks.filter((hunk) => hunk.beforeStart >= place.beforeStart && hunk.beforeEnd <= place.beforeEnd);
  const removed = new Set(ownHunks.flatMap((hunk) => before.slice(hunk.beforeStart, hunk.beforeEnd)).map(withoutStyle));
  const addContext = (end: number): void => {
    const context = before.slice(position, end).map((line) => (removed.has(withoutStyle(line)) ? line : copy(line)));
    old.push(...context);
    now.push(...context);
  };
  for (const hunk of ownHunks) {
    addContext(hunk.beforeStart);
    old.push(...before.slice(hunk.beforeStart, hunk.beforeEnd));
    now.push(...after.slice(hunk.afterStart, hunk.afterEnd));
    position = hunk.beforeEnd;
  }
  addContext(place.beforeEnd);
  return [old, now];
}

/** Returns the places with as many lines of context as make the old lines unique. */
function searchedPlaces(change: Change, context: number): readonly Hunk[] | undefined {
  const places: Hunk[] = [];
  for (const group of groupHunks(change.hunks, 2)) {
    const place = uniquePlace(change, spanOf(group), context);
    if (place === undefined || place.beforeStart < (places.at(-1)?.beforeEnd ?? 0)) return undefined;
    places.push(place);
  }
  return places.every((place, index) => place.beforeEnd <= (places[index + 1]?.beforeStart ?? Infinity))
    ? places
    : undefined;
}

function uniquePlace({ before, hunks }: Change, span: Hunk, context: number): Hunk | undefined {
  const previousEnd = Math.max(
    0,
    ...hunks.map(({ beforeEnd }) => beforeEnd).filter((end) => end <= span.beforeStart && end !== span.beforeEnd),
  );
  const nextStart = Math.min(
    before.length,
    ...hunks
      .map(({ beforeStart }) => beforeStart)
      .filter((start) => start >= span.beforeEnd && start !== span.beforeStart),
  );
  for (let size = context; size <= maxContext; size += 1) {
    const above = Math.min(size, span.beforeStart - previousEnd);
    const below = Math.min(size, nextStart - span.beforeEnd);
    const old = before.slice(span.beforeStart - above, span.beforeEnd + below);
    if (!old.some(isDistinctive) || !occursOnce(old, before)) continue;
    return {
      beforeStart: span.beforeStart - above,
      beforeEnd: span.beforeEnd + below,
      afterStart: span.afterStart - above,
      afterEnd: span.afterEnd + below,
    };
  }
  return undefined;
}
