import { languageNamed } from './languages.ts';

/** The parts of the info string of a fence. */
export interface InfoString {
  /** The name of the language, in lower case. Empty if the info string names none. */
  readonly language: string;
  /** The text that may name a file. Undefined if there is none. */
  readonly path: string | undefined;
}

const attribute = /\b(?:title|file|filename|filepath|path|name)\s{0,3}[=:]\s{0,3}(?:"([^"]+)"|'([^']+)'|([^\s"'{}]+))/i;
const languageName = /^[A-Za-z][\w+#.-]*/;
/** The lines that some tools put before the path, as in `12:20:src/cart.ts`. */
const lineRange = /^\d+:\d+:/;
/** The numbers of highlighted lines, as in `ts {1,4-6}`. */
const highlighted = /\{[\d,\s-]{0,100}\}/g;
/** Brackets around the rest, as in `ts [src/cart.ts]`. */
const inBrackets = /^\[(.*[^\]])\]$/;

/** The maximum length of an info string that is read. */
const maxLength = 1_000;

/** Divides an info string such as `ts`, `ts:src/cart.ts`, `ts title="src/cart.ts"` or `src/cart.ts`. */
export function parseInfo(info: string): InfoString {
  const text = info
    .slice(0, maxLength)
    .replaceAll(highlighted, ' ')
    .trim()
    .replace(/^\{\s*\.?/, '')
    .replace(/\}$/, '')
    .trim();
  const named = attribute.exec(text);
  const path = named?.[1] ?? named?.[2] ?? named?.[3];
  const [word = ''] = /^\S*/.exec(text) ?? [];
  const rest = text.slice(word.length).trim().replace(inBrackets, '$1');
  if (lineRange.test(word)) return { language: '', path: word.replace(lineRange, '') };
  const colon = word.indexOf(':');
  const isBeforeLine = /^:\d/.test(word.slice(colon)) && isPathWord(word.slice(0, colon));
  if (colon > 0 && !isBeforeLine && !/^[A-Za-z]:[\\/]/.test(word)) {
    const afterColon = text.slice(colon + 1).trim();
    return { language: word.slice(0, colon).toLowerCase(), path: path ?? (afterColon === '' ? undefined : afterColon) };
  }
  if (isBeforeLine || isPathWord(word)) return { language: '', path: path ?? word };
  const language = (languageName.exec(word)?.[0] ?? '').toLowerCase();
  return { language, path: path ?? (rest === '' || rest.includes('=') ? undefined : rest) };
}

function isPathWord(word: string): boolean {
  if (languageNamed(word) !== undefined) return false;
  return /[\\/]/.test(word) || /^[\w-][\w.-]*\.[A-Za-z]\w{0,9}$/.test(word);
}
