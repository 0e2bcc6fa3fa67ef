import type { Fragment } from '../fragments/fragment.ts';
import { joinNormalized } from '../fragments/headers.ts';
import { isVersion } from '../lines/similarLines.ts';
import type { LineEdit } from '../lines/fileLines.ts';
import { decoratorsOf } from '../outline/decorators.ts';
import type { Item } from '../outline/items.ts';
import type { Container, Outline } from '../outline/outline.ts';
import { singleCounterparts } from '../outline/shownItems.ts';
import { isWithoutChange } from './unchanged.ts';
import { placeOf, unclear, type UnclearPlan } from '../planTypes.ts';

/** Declarations with more lost decorators are not compared. */
const maxLost = 50;
/** The maximum number of lines that are searched for headers. */
const maxSearched = 4_000_000;

/** A declaration of the block, and the declaration of the file that it replaces. */
interface Pair {
  readonly item: Item;
  readonly old: Item;
  /** The block may leave out what is directly above the declaration. */
  readonly isOpen: boolean;
}

/**
 * Returns the edits with the decorators, annotations and attributes of the file above a declaration that the block shows
 * without any, at its start or below left-out code. If the block shows only some of them, or other ones, the result is
 * unclear, unless nothing else of the declaration changes, or each lost one has become a similar one.
 *
 * @param edits In ascending order, without overlaps.
 */
export function withKeptDecorators(fragment: Fragment, edits: readonly LineEdit[]): readonly LineEdit[] | UnclearPlan {
  const { block, file, finder, isChosen } = fragment;
  const kept = [...edits];
  let [next, searched] = [0, 0];
  for (const { item, old, isOpen } of pairsOf(block, file).toSorted((one, other) => one.old.head - other.old.head)) {
    if (old.decorators === old.head) continue;
    while (next < kept.length && (kept[next]?.end ?? 0) <= old.head) next += 1;
    const edit = kept[next];
    if (edit === undefined || edit.start > old.decorators) continue;
    const isKept = isOpen && decoratorsOf(item, block).length === 0;
    if (!isKept && !losesDecorators(fragment, item, old)) continue;
    searched += edit.lines.length;
    if (searched > maxSearched) return unclear({ kind: 'tooLarge' });
    const changed = isKept ? keepIn(fragment, edit, item, old) : undefined;
    if (changed !== undefined) kept[next] = changed;
    else if (!isChosen) return unclear({ kind: 'incomplete' }, [placeOf(old)]);
  }
  return isWithoutChange(kept, finder.lines) ? edits : kept;
}

/** Returns the declarations that have one counterpart, with the members of containers that the block shows whole. */
function pairsOf(block: Outline, file: Outline): readonly Pair[] {
  const { content } = block.scan;
  const pairs: Pair[] = singleCounterparts(block, file).map(({ item, old }) => {
    let above = item.start - 1;
    while (content[above] === 'blank') above -= 1;
    return { item, old, isOpen: content[above] === undefined || content[above] === 'elision' };
  });
  for (const { item, old } of pairs) {
    const containers = file.childrenOf(old);
    for (const [index, section] of block.childrenOf(item).entries()) {
      const container = containers[index];
      if (container === undefined || section.items.some(({ kind }) => kind === 'elision')) continue;
      for (const member of section.items) {
        const found = member.kind === 'declaration' ? single(file, container, member.key) : undefined;
        if (found !== undefined && single(block, section, member.key) === member)
          pairs.push({ item: member, old: found, isOpen: false });
      }
    }
  }
  return pairs;
}

function single(outline: Outline, container: Container, key: string): Item | undefined {
  const [found, ...others] = outline.findIn(container, key);
  return others.length === 0 ? found?.item : undefined;
}

/**
 * Returns true if decorators of the old item vanish beside another change, and not because others replace them. All may
 * vanish with a new header, such as `@property` with new parameters.
 */
function losesDecorators({ block, file }: Fragment, item: Item, old: Item): boolean {
  const [own, before] = [new Set(decoratorsOf(item, block)), new Set(decoratorsOf(old, file))];
  const lost = [...before].filter((text) => !own.has(text));
  if (lost.length === 0 || textOf(block, item) === textOf(file, old)) return false;
  if (own.size === 0 && headerOf(block, item) !== headerOf(file, old)) return false;
  const added = [...own].filter((text) => !before.has(text));
  if (added.length > maxLost || lost.length > added.length) return true;
  return !lost.every((text) => {
    const index = added.findIndex((other) => nameOf(other) === nameOf(text) || isVersion(other, text));
    if (index >= 0) added.splice(index, 1);
    return index >= 0;
  });
}

function textOf({ scan }: Outline, { head, end }: Item): string {
  return joinNormalized(scan.code.slice(head, end));
}

/** Returns the lines of the code in front of the body. */
function headerOf({ scan }: Outline, { head, sections }: Item): string {
  return joinNormalized(scan.code.slice(head, Math.max(head + 1, sections.at(-1)?.start ?? 0)));
}

function nameOf(decorator: string): string {
  return /^[^\w$]*([\w$.:]+)/.exec(decorator)?.[1] ?? decorator;
}

/** Returns the edit with the decorators of the old item above the new one; undefined if the header is there several times. */
function keepIn({ block, finder }: Fragment, edit: LineEdit, item: Item, old: Item): LineEdit | undefined {
  const header = (block.scan.lines[item.head] ?? '').trim();
  const [at, ...others] = edit.lines.flatMap((line, index) => (line.trim() === header ? [index] : []));
  if (at === undefined || others.length > 0) return undefined;
  const lines = edit.lines.toSpliced(at, 0, ...finder.lines.slice(old.decorators, old.head));
  return { ...edit, lines };
}
