import { hasElisionMark } from '../fragments/elision.ts';
import type { Language } from '../languages.ts';
import { splitCode, type LineEdit } from '../lines/fileLines.ts';
import type { LineFinder } from '../lines/findLines.ts';
import { isBlank } from '../lines/indentation.ts';
import { createOutline } from '../outline/outline.ts';
import { scanCode } from '../outline/scanCode.ts';
import { planReplacements } from './planReplacements.ts';

/**
 * Plans a block that replaces the code `replaced` of another block. Returns undefined if `replaced` is undefined, if it
 * contains whole functions or types, which are found by their names, if its code is not in the file exactly once or is all
 * of the file, or if the block is shorter, so that it may show only a part of the new code.
 */
export function planPair(
  replaced: string | undefined,
  lines: readonly string[],
  finder: LineFinder,
  language: Language,
): readonly LineEdit[] | undefined {
  if (replaced === undefined) return undefined;
  const search = splitCode(replaced);
  const count = (texts: readonly string[]) => texts.filter((line) => !isBlank(line)).length;
  if (count(lines) < count(search) || count(search) === count(finder.lines)) return undefined;
  if (hasElisionMark(lines, [], language) || definesAny(search, language) || definesAny(lines, language))
    return undefined;
  const edits = planReplacements([{ search, replace: lines }], finder);
  return 'kind' in edits ? undefined : edits;
}

function definesAny(lines: readonly string[], language: Language): boolean {
  const { items } = createOutline(scanCode(lines, language)).top;
  return items.some(({ kind, sections }) => kind === 'declaration' && sections.length > 0);
}
