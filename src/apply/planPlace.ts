import { onlyItem } from './fragments/partialItem.ts';
import { languageOfPath } from './languages.ts';
import { alignLines } from './lines/alignLines.ts';
import { splitCode } from './lines/fileLines.ts';
import { indentOf, isBlank } from './lines/indentation.ts';
import { createOutline, type Outline } from './outline/outline.ts';
import { scanCode } from './outline/scanCode.ts';
import { planFile } from './planFile.ts';
import type { FileText, Place, Plan, ReplyBlock } from './planTypes.ts';

/** After planning places and blocks of this total length, in UTF-16 code units, no more places are tried. */
const maxTotalLength = 1_000_000;

/**
 * Plans what a block makes of the lines of a place that the user has chosen. The lines outside of the place stay as they
 * are. The block is indented like the place. An unclear plan has no places.
 */
export function planPlace(block: ReplyBlock, file: FileText, { startLine, endLine }: Place): Plan {
  const lines = toLines(file.text);
  const plan = planLines(block, file.path, lines.slice(startLine, endLine));
  if (plan.kind !== 'change') return plan;
  return { kind: 'change', after: [...lines.slice(0, startLine), plan.after, ...lines.slice(endLine)].join('') };
}

/** A place that the block would change, with the numbers of lines that it would add and remove. */
export interface UsablePlace extends Place {
  readonly added: number;
  readonly removed: number;
}

/**
 * Returns the places that the block would change if the user chose them (see planPlace). If the places are long, returns
 * only the first of them.
 */
export function usablePlaces(block: ReplyBlock, file: FileText, places: readonly Place[]): readonly UsablePlace[] {
  // To outline a large file takes time.
  if (places.length === 0) return [];
  const lines = toLines(file.text);
  const isRepeated = createRepetitionTest(block, file);
  let total = 0;
  return places.flatMap((place) => {
    if (total >= maxTotalLength || isRepeated(place)) return [];
    const old = lines.slice(place.startLine, place.endLine);
    total += old.reduce((sum, line) => sum + line.length, block.code.length);
    const planned = planLines(block, file.path, old);
    if (planned.kind !== 'change') return [];
    const aligned = alignLines(old, toLines(planned.after));
    const kept = aligned.filter((line) => line >= 0).length;
    return [{ ...place, added: aligned.length - kept, removed: old.length - kept }];
  });
}

/**
 * Returns a function that returns true if the block declares something that the file declares outside of a place, and in no
 * container. The file would then have it twice.
 */
function createRepetitionTest({ code }: ReplyBlock, { path, text }: FileText): (place: Place) => boolean {
  const [block, old] = [outlineOf(code, path), outlineOf(text, path)];
  const keys = new Set(
    block.top.items
      .filter(({ kind, key }) => kind === 'declaration' || key.startsWith('header '))
      .map(({ key }) => key),
  );
  const found = [...keys]
    .map((key) => old.findIn(old.top, key).map(({ item }) => item))
    .filter((items) => items.length > 0);
  return ({ startLine, endLine }) =>
    found.some((items) => items.every(({ start, end }) => end <= startLine || start >= endLine));
}

function outlineOf(code: string, path: string): Outline {
  return createOutline(scanCode(splitCode(code), languageOfPath(path)));
}

/** Returns the lines with their line breaks. */
function toLines(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

/** Plans what a block makes of the lines of a place. */
function planLines(block: ReplyBlock, path: string, old: readonly string[]): Plan {
  const indent = commonIndent(old);
  const file = { path, text: replaceIndent(old, indent, '') };
  const plan = planFile([withoutContainer(block, file)], file, true);
  if (plan.kind === 'unclear') return { ...plan, places: [] };
  if (plan.kind === 'unchanged') return plan;
  const planned = toLines(plan.after);
  const after = replaceIndent(planned, commonIndent(planned), indent);
  return after === old.join('') ? { kind: 'unchanged' } : { kind: 'change', after };
}

/** Returns only the method of a block that shows a class with one method, if the file's text is this method. */
function withoutContainer(block: ReplyBlock, { path, text }: FileText): ReplyBlock {
  const [outline, old] = [outlineOf(block.code, path), outlineOf(text, path)];
  const [item, oldItem] = [onlyItem(outline.top.items), onlyItem(old.top.items)];
  const member = item && onlyItem(outline.childrenOf(item).flatMap(({ items }) => items));
  if (member?.kind !== 'declaration' || member.key !== oldItem?.key || member.key === item?.key) return block;
  return { ...block, code: outline.scan.lines.slice(member.start, member.end).join('\n') };
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
