import { addAll } from '../common/addAll.ts';
import { orderEdits } from './edits/orderEdits.ts';
import type { BlockUse } from './fragments/fragment.ts';
import { planCode } from './fragments/planCode.ts';
import { languageNamed, type Language } from './languages.ts';
import type { Edits, LineEdit } from './lines/fileLines.ts';
import { createLineFinder, type LineFinder } from './lines/findLines.ts';
import { indentOf, isBlank } from './lines/indentation.ts';

/** A script, a style sheet or a template of a markup file. Its tags are on lines of their own. */
interface Section {
  readonly name: string;
  /** The opening tag. */
  readonly tag: string;
  /** The lines of the tags. */
  readonly open: number;
  readonly close: number;
}

/**
 * Plans a block that consists of scripts, style sheets and templates of a markup file, such as a Vue component, but not of
 * all of them. The code in a script or a style sheet is planned like the code of a file of its own, so that the block can
 * show a part of it. Returns undefined for other blocks, and for sections that the file does not have.
 */
export function planSections(
  code: readonly string[],
  finder: LineFinder,
  language: Language,
  use: BlockUse,
): Edits | undefined {
  if (language.id !== 'markup') return undefined;
  const [own, sections] = [sectionsIn(code), sectionsIn(finder.lines)];
  const isWhole = own.length >= sections.length && isOfSections(finder.lines, sections);
  if (isWhole || !isOfSections(code, own) || own.every(({ name }) => codeLanguage(name) === undefined))
    return undefined;
  const edits: LineEdit[] = [];
  for (const section of own) {
    const old = counterpart(section, sections);
    if (old === undefined) return undefined;
    const planned = planSection(code, section, finder, old, language, use);
    if ('kind' in planned) return planned;
    addAll(edits, planned);
  }
  return orderEdits(edits);
}

function planSection(
  code: readonly string[],
  section: Section,
  finder: LineFinder,
  old: Section,
  language: Language,
  use: BlockUse,
): Edits {
  const inner = codeLanguage(section.name);
  if (inner === undefined) return planCode(code.slice(section.open, section.close + 1), finder, language, use);
  const [start, end] = [old.open + 1, old.close];
  const planned = planCode(
    code.slice(section.open + 1, section.close),
    createLineFinder(finder.lines.slice(start, end)),
    inner,
    use,
  );
  if ('kind' in planned) {
    const places = planned.places.map((place) => ({
      startLine: place.startLine + start,
      endLine: place.endLine + start,
    }));
    return { ...planned, places };
  }
  const tag = indentOf(finder.lines[old.open] ?? '') + section.tag;
  return [
    ...(section.tag === old.tag ? [] : [{ start: old.open, end: start, lines: [tag] }]),
    ...planned.map((edit) => ({ ...edit, start: edit.start + start, end: edit.end + start })),
  ];
}

/** Returns the language of the code between the tags of a section; undefined for a template. */
function codeLanguage(name: string): Language | undefined {
  if (name === 'template') return undefined;
  return languageNamed(name === 'script' ? 'ts' : 'css');
}

/** Returns the section of the file with the same tag, or the only one of the same name. */
function counterpart({ name, tag }: Section, sections: readonly Section[]): Section | undefined {
  const named = sections.filter((each) => each.name === name);
  const same = named.filter((each) => each.tag === tag);
  const [only, ...others] = same.length > 0 ? same : named;
  return others.length === 0 ? only : undefined;
}

/** Returns the sections in their order, without those within others. */
function sectionsIn(lines: readonly string[]): readonly Section[] {
  const sections: Section[] = [];
  for (let line = 0; line < lines.length; line += 1) {
    const text = lines[line] ?? '';
    const tag = text.trim();
    const name = tag.length > 400 ? undefined : /^<(script|style|template)\b[^<>]*>$/.exec(tag)?.[1];
    if (name === undefined || tag.endsWith('/>')) continue;
    const end = `${indentOf(text)}</${name}>`;
    let close = line + 1;
    while (close < lines.length && lines[close]?.trimEnd() !== end) close += 1;
    // Otherwise, the rest would be searched again for each later section.
    if (close === lines.length) break;
    sections.push({ name, tag, open: line, close });
    line = close;
  }
  return sections;
}

/** Returns true if the lines contain only sections. */
function isOfSections(lines: readonly string[], sections: readonly Section[]): boolean {
  let next = 0;
  return (
    sections.length > 0 &&
    [...sections, undefined].every((section) => {
      const isFilled = lines.slice(next, section?.open ?? lines.length).every(isBlank);
      next = (section?.close ?? 0) + 1;
      return isFilled;
    })
  );
}
