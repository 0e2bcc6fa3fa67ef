import type { Language } from '../languages.ts';
import { editedLines, type LineEdit } from '../lines/fileLines.ts';
import type { Item } from '../outline/items.ts';
import { createOutline, type Outline } from '../outline/outline.ts';
import { scanCode } from '../outline/scanCode.ts';

/** The maximum length of the part of a constructor that is searched for parameters. */
const maxParameters = 2_000;
const modifiers = String.raw`(?:(?:public|private|protected|readonly|override)\s+)+`;
/** A parameter of a constructor of TypeScript or PHP that declares a property, and its name. */
const promoted = new RegExp(String.raw`[(,]\s*${modifiers}(?:[?|\w\\]+\s+)?\$?([\w$]+)`, 'g');
/** A field of TypeScript or PHP, and its name. */
const field =
  /^(?:(?:public|private|protected|readonly|override|declare)\s+)*(?:[?|\w\\]+\s+)?\$?([\w$]+)\s*[?!]?\s*[:;=]/;

/**
 * Returns the name of a property that a class declares twice after the edits, as a field and as a parameter of its
 * constructor; undefined if there is none. A property that was declared twice before is ignored.
 *
 * @param edits In ascending order, without overlaps.
 */
export function repeatedProperty(
  edits: readonly LineEdit[],
  fileLines: readonly string[],
  language: Language,
): string | undefined {
  const mayPromote = edits.some(({ lines }) => lines.some((line) => /\b(?:__construct|constructor)\b/.test(line)));
  if (!mayPromote) return undefined;
  const repeated = repeatedIn(editedLines(fileLines, edits), language);
  if (repeated.length === 0) return undefined;
  const before = repeatedIn(fileLines, language);
  return repeated.find((name) => !before.includes(name));
}

function repeatedIn(lines: readonly string[], language: Language): readonly string[] {
  const outline = createOutline(scanCode(lines, language));
  const constructors = ['value constructor', 'value __construct'].flatMap((key) => outline.find(key));
  return constructors.flatMap(({ item, container }) => {
    const fields = new Set(container.items.map((each) => fieldOf(each, outline)));
    return promotedBy(item, outline).filter((name) => fields.has(name));
  });
}

function fieldOf(item: Item, { scan }: Outline): string | undefined {
  return item.hasBody ? undefined : field.exec((scan.code[item.head] ?? '').trim().slice(0, maxParameters))?.[1];
}

function promotedBy({ head, end }: Item, { scan }: Outline): readonly string[] {
  const text = scan.code.slice(head, end).join(' ').slice(0, maxParameters);
  const parameters = text.slice(text.indexOf('('), text.indexOf(')') + 1 || undefined);
  return [...parameters.matchAll(promoted)].map(([, name]) => name ?? '');
}
