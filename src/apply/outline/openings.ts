import { isVersion } from '../lines/similarLines.ts';

/** The maximum length of a line that is compared. */
const maxLength = 400;

const element = /^<([\w.:-]+)((?:\s+[\w:@.#*()[\]-]+(?:=(?:"[^"]*"|'[^']*'|\{[^{}]*\}))?)*)\s*(\/?>)(.*)$/;
const attribute = /([\w:@.#*()[\]-]+)(?:=("[^"]*"|'[^']*'|\{[^{}]*\}))?/g;
/** Attributes whose values say nothing about which element it is. */
const looks = /^(?:class|className|style)$/;
/** Attributes with values that many elements share. */
const general = /^(?:type|rel|role|target|method|lang)$/;
const stage = /^FROM\s+\S+(?:\s+AS\s+(\S+))?$/i;

/** The opening tag of an element of HTML or JSX, and what is behind it on the same line. */
interface Opening {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: string;
}

function openingOf(line: string): Opening | undefined {
  const text = line.trim();
  const [, tag, list = '', end = '', content = ''] = text.length > maxLength ? [] : (element.exec(text) ?? []);
  if (tag === undefined) return undefined;
  const attributes = new Map([...list.matchAll(attribute)].map(([, name = '', value = '']) => [name, value]));
  return { tag, attributes, content: end + content };
}

/**
 * Returns true if a line opens the same element as an old line, with other attributes, or the same stage of a Dockerfile.
 * An element has the same `id`, or all attributes of the old one, of which only its looks have other values.
 */
export function isSameOpening(line: string, old: string): boolean {
  const [own, before] = [stage.exec(line.trim().slice(0, maxLength)), stage.exec(old.trim().slice(0, maxLength))];
  if (own !== null && before !== null) return own[1] === before[1] && isVersion(line.trim(), old.trim());
  const [shown, replaced] = [openingOf(line), openingOf(old)];
  if (shown === undefined || replaced?.tag !== shown.tag || replaced.content !== shown.content) return false;
  const id = shown.attributes.get('id');
  if (id !== replaced.attributes.get('id')) return false;
  return (
    id !== undefined ||
    [...replaced.attributes].every(
      ([name, value]) => shown.attributes.has(name) && (looks.test(name) || shown.attributes.get(name) === value),
    )
  );
}

/**
 * Returns the only line with the same tag as an element on one line, and with the same content or `id`, if it is the same
 * element with other attributes; undefined if it is not, or if there are several.
 */
export function lineOfElement(line: string, lines: readonly string[]): number | undefined {
  const own = openingOf(line);
  if (own === undefined || !isWhole(own)) return undefined;
  const found = lines.flatMap((text, index) => {
    if (!text.trimStart().startsWith(`<${own.tag}`)) return [];
    const old = openingOf(text);
    // An opening tag of several lines may be that of the same element.
    if (old === undefined) return [index];
    return old.tag === own.tag && old.content === own.content ? [index] : [];
  });
  const [only, ...others] = found;
  const old = only === undefined || others.length > 0 ? undefined : openingOf(lines[only] ?? '');
  return old !== undefined && isKnown(own, old) && isSameOpening(line, lines[only ?? 0] ?? '') ? only : undefined;
}

/** Returns true if elements have more in common than their tag: a text, or the value of an attribute. */
function isKnown(own: Opening, old: Opening): boolean {
  const isText = /\w/.test(own.content.replace(/<\/[\w.:-]+>$/, ''));
  return (
    isText ||
    [...old.attributes].some(
      ([name, value]) => value !== '' && !general.test(name) && own.attributes.get(name) === value,
    )
  );
}

/** Returns true if the line also contains the end of the element, or if the element has none. */
function isWhole({ tag, content }: Opening): boolean {
  return content.startsWith('/>') || content.endsWith(`</${tag}>`) || /^(?:img|input|link|meta|source)$/i.test(tag);
}
