import type { Item } from './items.ts';
import type { Outline } from './outline.ts';

/** The maximum length of a header, and of the arguments of a call, that are searched. */
const maxHeader = 2_000;
const maxArguments = 400;
/** The maximum number of lines of a function that are searched for calls. */
const maxLines = 400;

/** The parameters of a function of a language with types. */
export interface Parameters {
  /** The type of each parameter in a form in which equal types are equal; undefined for one without a type. */
  readonly types: readonly (string | undefined)[];
  /** All parameters must be given: none has a default value, or stands for several. */
  readonly areRequired: boolean;
}

/** Returns the parameters of a function; undefined for other declarations. */
export function parametersOf(outline: Outline, item: Item): Parameters | undefined {
  const text = textOf(outline, item).slice(0, maxHeader);
  const start = startOfParameters(text, nameOf(item));
  const parts = start < 0 ? undefined : partsInBrackets(text, start);
  if (parts === undefined) return undefined;
  return {
    types: parts.map(typeOf),
    areRequired: !parts.some((part) => /=|\.\.\.|\b(?:params|vararg)\b|\*/.test(part)),
  };
}

/** Returns the numbers of arguments of the calls of a function that its own code contains. */
export function ownCalls(outline: Outline, item: Item): ReadonlySet<number> {
  const text = textOf(outline, item);
  const name = nameOf(item);
  const calls = new Set<number>();
  const from = startOfParameters(text, name) + 1;
  for (const match of text.slice(from).matchAll(/(?<![\w$.])(?:(?:this|self)\s?\.\s?)?([\w$]{1,200})\s?\(/g)) {
    if (match[1] !== name && match[1] !== 'this') continue;
    const at = from + match.index + match[0].length - 1;
    const parts = partsInBrackets(text.slice(at, at + maxArguments), 0);
    if (parts !== undefined) calls.add(parts.length);
  }
  return calls;
}

function textOf({ scan }: Outline, { head, end }: Item): string {
  return scan.code
    .slice(head, Math.min(end, head + maxLines))
    .map((line) => line.slice(0, maxHeader).trim())
    .join(' ');
}

function nameOf({ key }: Item): string {
  return /([\w$~]+)$/.exec(key.slice(-200))?.[1] ?? '';
}

/** Returns the position of the bracket behind the name of a function and its type parameters; -1 if there is none. */
function startOfParameters(text: string, name: string): number {
  if (name === '') return -1;
  const header = text.slice(0, maxHeader);
  for (let at = header.indexOf(name); at >= 0; at = header.indexOf(name, at + 1)) {
    if (/[\w$]/.test(header[at - 1] ?? '')) continue;
    const [before] = /^\s*(?:<[^()]{0,200}>\s*)?\(/.exec(header.slice(at + name.length, at + name.length + 300)) ?? [];
    if (before !== undefined) return at + name.length + before.length - 1;
  }
  return -1;
}

/** Splits the text in the brackets that open at a position at its commas; undefined if they are not closed. */
function partsInBrackets(text: string, open: number): readonly string[] | undefined {
  const parts: string[] = [];
  let [start, depth] = [open + 1, 0];
  for (let position = open; position < text.length; position += 1) {
    const character = text[position] ?? '';
    if ('([{<'.includes(character)) depth += 1;
    else if (')]}'.includes(character) || (character === '>' && !'-='.includes(text[position - 1] ?? ''))) depth -= 1;
    if (depth > 1 || (depth === 1 && character !== ',')) continue;
    parts.push(text.slice(start, position).trim());
    if (depth === 0) return parts.filter((part) => part !== '');
    start = position + 1;
  }
  return undefined;
}

/**
 * Returns the type of a parameter such as `final Item item`, `item: Item = empty` or `const std::string &name`, without
 * what overloads cannot differ in: annotations, `const`, references, optional types and namespaces.
 */
function typeOf(parameter: string): string | undefined {
  const text = parameter
    .slice(0, 400)
    .replace(/^(?:@[\w.]+(?:\([^()]*\))?\s+|\[[^[\]]*\]\s*)+/, '')
    .replace(/(?<![=!<>])=(?![=>]).*$/, '')
    .trim();
  const annotated = /^[\w\s$]+:(?!:)(.*)$/.exec(text)?.[1];
  const [, before, array = ''] = /^(.*[\s*&>\]])[\w$]+\s*((?:\[[^\]]*\])?)$/.exec(text) ?? [];
  const type = annotated ?? (before === undefined ? undefined : before + array);
  return type?.replaceAll(/\b(?:const|final|struct|extends)\b|[\s&?!]/g, '').replaceAll(/\w+(?:::|\.)(?=\w)/g, '');
}
