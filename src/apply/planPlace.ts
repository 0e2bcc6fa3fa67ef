import { indentOf, isBlank } from './lines/indentation.ts';
import { planFile } from './planFile.ts';
import type { FileText, Place, Plan, ReplyBlock } from './planTypes.ts';

/**
 * Plans what a block makes of the lines of a place that the user has chosen. The lines outside of the place stay as they
 * are. The block is indented like the place. An unclear plan has no places.
 */
export function planPlace(block: ReplyBlock, file: FileText, place: Place): Plan {
  return planLines(block, file, linesOf(file), place);
}

/** Returns the places that the block would change if the user chose them (see planPlace). */
export function usablePlaces(block: ReplyBlock, file: FileText, places: readonly Place[]): readonly Place[] {
  const lines = linesOf(file);
  return places.filter((place) => planLines(block, file, lines, place).kind === 'change');
}

function linesOf({ text }: FileText): readonly string[] {
  return text.split(/(?<=\n)/);
}

function planLines(
  block: ReplyBlock,
  { path, text }: FileText,
  lines: readonly string[],
  { startLine, endLine }: Place,
): Plan {
  const old = lines.slice(startLine, endLine);
  const indent = commonIndent(old);
  const plan = planFile([block], { path, text: replaceIndent(old, indent, '') }, true);
  if (plan.kind === 'unclear') return { ...plan, places: [] };
  if (plan.kind === 'unchanged') return plan;
  const planned = plan.after.split(/(?<=\n)/);
  const fitted = replaceIndent(planned, commonIndent(planned), indent);
  const after = [...lines.slice(0, startLine), fitted, ...lines.slice(endLine)].join('');
  return after === text ? { kind: 'unchanged' } : { kind: 'change', after };
}

/** Returns the longest indentation with which all lines start that are not blank. */
function commonIndent(lines: readonly string[]): string {
  const [first = '', ...others] = lines.filter((line) => !isBlank(line)).map(indentOf);
  let { length } = first;
  for (const indent of others) while (!indent.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

function replaceIndent(lines: readonly string[], before: string, after: string): string {
  return lines.map((line) => (isBlank(line) ? line : after + line.slice(before.length))).join('');
}
