import { addAll } from '../../common/addAll.ts';
import { normalize } from '../lines/findLines.ts';
import { isBlank } from '../lines/indentation.ts';
import { declarationOf } from '../outline/declarations.ts';
import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';
import { isImport } from '../imports/imports.ts';

/** The members of an item: of a type, a list, a call or a block of settings. */
export interface Members {
  /** The keys of declarations, and the names of other members of a type. Those of a function must have a body. */
  readonly named: readonly string[];
  /** The number of other members with a body. 0 for functions. */
  readonly blocks: number;
  /** The other members, without their commas. Empty for functions. */
  readonly lines: readonly string[];
}

const containerKey = /^(?:type|impl|module|list|call) /;
const containerHeader =
  /^[^({=]*\b(?:class|struct|union|interface|trait|object|enum|record|protocol|extension|namespace|module|match|switch|select)\b/;
const typeHeader =
  /^(?:[^({=]*\s)?(?:class|struct|union|interface|trait|object|enum|record|protocol|extension|type|data class)\b/;
/** The end of a line that opens a value, such as `const a = {`, `start({` or `cart: Cart {`. */
const opensValue = /(?:[=(,]|[^:]:)\s*(?:[\w.:&]{1,100}\s*)?[{(]$/;
const functionHeader = /^(?:[^({=:]*\s)?(?:def|fn|fun|func|function|sub|proc)\b/;
const statementsHeader =
  /=>|\(|^(?:[^({=:]*\s)?(?:def|fn|fun|func|function|sub|proc|get|set|init|deinit|constructor|static|unsafe|if|else|for|foreach|while|until|loop|do|try|catch|finally|with|begin|unless)\b/;

/** Returns true if the item contains statements, such as a function, and false for types, lists and blocks of settings. */
export function isOfStatements(outline: Outline, item: Item): boolean {
  if (outline.scan.language.id === 'css' || containerKey.test(item.key)) return false;
  const header = codeLine(outline, item.head);
  // A function of C may return a struct.
  if (['c', 'java'].includes(outline.scan.language.id) && item.key.startsWith('value ') && /^[^={]*\w\(/.test(header))
    return true;
  // A bracket after an operator or another bracket starts a value. One after a name may start parameters.
  if (/[=:(,]\s*\{$/.test(header)) return false;
  if (/[[(]$/.test(header)) return item.sections.length > 1 || functionHeader.test(header);
  return !containerHeader.test(header) && statementsHeader.test(header);
}

/**
 * Returns true for a type, an object, a style rule or a block of settings: names with values.
 *
 * @param item Undefined for the text of the file.
 */
export function hasFields(outline: Outline, item: Item | undefined): boolean {
  const { language } = outline.scan;
  if (['css', 'json', 'toml', 'yaml'].includes(language.id)) return true;
  if (item === undefined || /^(?:impl|module) /.test(item.key)) return false;
  const header = codeLine(outline, item.head);
  return isType(outline, item) || (!isOfStatements(outline, item) && opensValue.test(header));
}

/** Returns true for a class, a struct, an interface or another type. */
export function isType(outline: Outline, { head }: Item): boolean {
  return typeHeader.test(codeLine(outline, head));
}

/**
 * Returns the key of a member that no other member of the same container has: that of a declaration, or of a field or a
 * variant of a type. Returns undefined for other members.
 */
export function keyOfMember(outline: Outline, member: Item, isOfType: boolean): string | undefined {
  if (member.kind === 'declaration') return member.key.startsWith('call ') ? undefined : member.key;
  if (member.kind !== 'statement') return undefined;
  const name = isOfType ? nameOfMember(codeLine(outline, member.head), outline) : undefined;
  return name === undefined ? undefined : `value ${name}`;
}

/** A member of a type, a list or a block of settings, for the comparison of two versions. */
export interface MemberText {
  /** See keyOfMember; undefined for members without a name. */
  readonly key: string | undefined;
  /** The code on one line, without comments. */
  readonly text: string;
}

/** Returns the members of an item in their order. */
export function memberTexts(outline: Outline, item: Item): readonly MemberText[] {
  const isOfType = isType(outline, item);
  const items = outline.childrenOf(item).flatMap((each) => each.items);
  if (items.length === 0)
    return textsIn(outline, item).map((text) => ({ key: /^["']?([\w$-]+)["']?\s*[:=]/.exec(text)?.[1], text }));
  return items.flatMap((member) => {
    if (member.kind !== 'declaration' && member.kind !== 'statement') return [];
    const key = keyOfMember(outline, member, isOfType);
    const text = textOf(outline, member).replace(/[,;]$/, '');
    // Several members of a list can be one statement.
    return key === undefined && !member.hasBody
      ? splitMembers(text).map((part) => ({ key, text: part.trim() }))
      : [{ key, text }];
  });
}

function codeLine({ scan }: Outline, line: number): string {
  return (scan.code[line] ?? '').slice(0, 400).trim();
}

export function membersOf(outline: Outline, item: Item, isFunction: boolean): Members {
  const items = outline.childrenOf(item).flatMap((each) => each.items);
  // Names of an import may be lost if no other code uses them.
  if (isImport(item, outline)) return { named: [], blocks: 0, lines: [] };
  if (isFunction) {
    const named = items.filter((each) => each.kind === 'declaration' && each.sections.length > 0);
    return { named: named.map(({ key }) => key), blocks: 0, lines: [] };
  }
  const isOfType = isType(outline, item);
  const named: string[] = [];
  const lines: string[] = [];
  let blocks = 0;
  for (const member of items) {
    if (member.kind !== 'declaration' && member.kind !== 'statement') continue;
    const key = keyOfMember(outline, member, isOfType);
    if (key !== undefined) named.push(key);
    else if (member.hasBody) blocks += 1;
    else
      addAll(
        lines,
        splitMembers(textOf(outline, member)).map((text) => text.trim()),
      );
  }
  if (items.length > 0) return { named, blocks, lines };
  for (const text of textsIn(outline, item)) {
    const name = isOfType ? nameOfMember(`${text};`, outline) : undefined;
    const key = name === undefined ? declarationOf(text, outline.scan.language, false) : `value ${name}`;
    if (key === undefined) lines.push(text);
    else named.push(key);
  }
  return { named, blocks, lines };
}

/** Returns the name of a member of a type, such as `port` of `pub port: u16,`, `port uint16` or `int port;`. */
function nameOfMember(text: string, { scan }: Outline): string | undefined {
  switch (scan.language.id) {
    case 'javascript':
      return /^(?:(?:readonly|static|public|private|protected|declare|override)\s+)*([\w$#]+)\s*[?!]?\s*(?:[:;,=(]|$)/.exec(
        text,
      )?.[1];
    case 'rust':
      return /^(?:pub(?:\([^)]*\))?\s+)?(\w+)\s*(?:[:,;({=]|$)/.exec(text)?.[1];
    case 'go':
      return /^(\w+)/.exec(text)?.[1];
    case 'c':
    case 'java':
      return (
        /^(?:\w+\s+)*(?:let|var|val)\s+(\w+)/.exec(text)?.[1] ??
        /(\w+)\s*(?:\[[^\]]*\]\s*)*(?:;|=|:\s*\d+\s*;|\{\s*(?:get|set)\b)/.exec(text)?.[1] ??
        /^(\w+)\s*(?:[,({]|$)/.exec(text)?.[1]
      );
    default:
      return undefined;
  }
}

function textOf({ scan }: Outline, { head, end }: Item): string {
  return scan.code
    .slice(head, end)
    .map((line) => normalize(line, 'all'))
    .join(' ');
}

/** Returns the members of an item without sections, such as a list of Python, or a type on one line. */
function textsIn(outline: Outline, { head, end }: Item): readonly string[] {
  const { code } = outline.scan;
  const texts = end === head + 1 ? textsInBrackets(outline, head) : code.slice(head + 1, end - 1).flatMap(splitMembers);
  return texts.map((text) => normalize(text, 'all')).filter((text) => text !== '');
}

/** Returns the members in the brackets of a value, of a type, of a table, or of a rule of a style sheet, on one line. */
function textsInBrackets(outline: Outline, head: number): readonly string[] {
  const [, before = '', inner] = /^([^([{]*)[([{](.*)[)\]}]\s*[;,]?$/.exec(codeLine(outline, head)) ?? [];
  const isValue =
    /[=:]\s*$|^export\s+(?:type\s+)?$/.test(before) ||
    typeHeader.test(before) ||
    ['css', 'sql'].includes(outline.scan.language.id);
  return inner === undefined || !isValue ? [] : splitMembers(inner);
}

/** Splits a text at the commas and semicolons outside of brackets. */
function splitMembers(line: string): readonly string[] {
  const texts: string[] = [];
  let [start, depth] = [0, 0];
  for (let position = 0; position < line.length; position += 1) {
    const character = line[position] ?? '';
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (depth === 0 && (character === ',' || character === ';')) {
      texts.push(line.slice(start, position));
      start = position + 1;
    }
  }
  return [...texts, line.slice(start)].filter((text) => !isBlank(text));
}
