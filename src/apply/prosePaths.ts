import { addAll } from '../common/addAll.ts';
import { boldLevel, headingLevel } from './headings.ts';
import { maxLineLength } from './pathText.ts';
import { pathsInLine, withoutShorter } from './proseLine.ts';

/** The maximum number of lines of prose, from the end, that are searched for a path. */
const maxProseLines = 20;

/**
 * Returns the path that the text before a block names for it: in the last line, else at the start of another line of its
 * section, or in a heading of the section. Returns several if it is not clear which.
 *
 * @param canHold See pathsInLine.
 */
export function pathsInProse(before: string, canHold: (path: string) => boolean): readonly string[] {
  const [last, ...lines] = before
    .slice(-maxProseLines * maxLineLength)
    .split(/\r?\n/)
    .slice(-maxProseLines)
    .map((line) => line.trim().slice(0, maxLineLength))
    .filter((line) => line !== '')
    .reverse();
  if (last === undefined) return [];
  const nearest = pathsInLine(last, true, canHold);
  if (nearest.length > 0) return nearest;
  const found: string[] = [];
  /** The level of the nearest heading. Lines above it belong to other sections. */
  let level = levelOf(last);
  for (const line of lines) {
    const own = headingLevel(line);
    if (own === undefined ? level <= 6 : own <= 6 && own >= level) continue;
    const paths = pathsInLine(line, false, canHold);
    addAll(found, paths);
    if (own !== undefined && paths.length > 0) break;
    level = Math.min(level, levelOf(line));
  }
  return withoutShorter(found);
}

/** Returns the level of a heading. Bold lines and other lines begin no section. */
function levelOf(line: string): number {
  const level = headingLevel(line) ?? boldLevel;
  return level >= boldLevel ? Infinity : level;
}
