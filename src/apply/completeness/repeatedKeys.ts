import type { Language } from '../languages.ts';
import { editedLines, type LineEdit } from '../lines/fileLines.ts';
import { scanCode } from '../outline/scanCode.ts';

/** A mapping of YAML that may go on in the next line. */
interface OpenMapping {
  readonly columns: number;
  /** The key that has the mapping as its value; empty for an item of a list. */
  readonly name: string;
  readonly keys: Set<string>;
  last: string;
}

/** The maximum length of the part of a line that is searched for a key. */
const maxTested = 400;

/**
 * Returns true if a mapping of a YAML file has the same key twice after the edits, but neither the file nor the new lines
 * have it twice.
 *
 * @param edits In ascending order, without overlaps.
 */
export function repeatsKeys(edits: readonly LineEdit[], fileLines: readonly string[], language: Language): boolean {
  if (language.id !== 'yaml' || edits.length === 0) return false;
  const repeated = repeatedKeys(editedLines(fileLines, edits), language);
  if (repeated.size === 0) return false;
  const known = [fileLines, ...edits.map(({ lines }) => lines)].map((lines) => repeatedKeys(lines, language));
  return [...repeated].some((key) => known.every((each) => !each.has(key)));
}

/** Returns the keys that a mapping has twice, each with the key of the mapping. In a template, both may be alternatives. */
function repeatedKeys(lines: readonly string[], language: Language): ReadonlySet<string> {
  const found = new Set<string>();
  const { code, content, columns } = scanCode(lines, language);
  let open: OpenMapping[] = [];
  let textColumns = Infinity;
  for (const [line, whole] of code.entries()) {
    const indent = columns[line] ?? 0;
    if (content[line] !== 'code' || indent > textColumns) continue;
    textColumns = Infinity;
    const text = whole.slice(0, maxTested).trim();
    if (/^\{[{%]/.test(text)) return new Set();
    if (/^---(?:\s|$)/.test(text)) open = [];
    const [, dashes = '', key] = /^((?:-\s+)*)("[^"]*"|'[^']*'|[^\s"'#&*[\]{}!|>%@`-][^:#]*):(?:\s|$)/.exec(text) ?? [];
    // The text of a block scalar contains no keys.
    if (/(?:^|\s)[|>][-+\d]{0,2}$/.test(text)) textColumns = indent;
    const own = indent + dashes.length;
    while ((open.at(-1)?.columns ?? -1) > (text.startsWith('-') ? indent : own)) open.pop();
    if (key === undefined) continue;
    let mapping = open.at(-1);
    if (mapping?.columns !== own || dashes !== '') {
      mapping = { columns: own, name: dashes === '' ? (mapping?.last ?? '') : '', keys: new Set(), last: '' };
      open.push(mapping);
    }
    const name = key.trimEnd();
    if (mapping.keys.has(name)) found.add(`${mapping.name}\n${name}`);
    mapping.keys.add(name);
    mapping.last = name;
  }
  return found;
}
