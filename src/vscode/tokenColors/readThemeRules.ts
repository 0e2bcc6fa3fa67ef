import path from 'node:path';
import { parse as parsePropertyList } from 'fast-plist';
import { parse as parseJsonWithComments, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { isJsonObject } from '../../common/json.ts';
import { parseTokenRules } from './parseTokenRules.ts';

/** The maximum depth of included files. Stops cycles of includes. No known theme includes files this deeply. */
const maxDepth = 10;

/** The maximum number of characters in a theme file. The largest known theme files have about 200,000. */
const maxLength = 2_000_000;

/**
 * Reads the rules of a theme file and of the files that the theme includes. Rules of included files come first.
 *
 * @param read Reads a file. The path is relative to the folder of the theme's extension, and its separator is `/`.
 * @throws If a file cannot be read or parsed, is too large, is outside the extension, or is included too deeply. Also
 * throws if a `.json` file does not contain an object.
 */
export async function readThemeRules(
  file: string,
  read: (file: string) => Promise<string>,
  depth = 0,
): Promise<readonly TokenRule[]> {
  const name = path.posix.normalize(file);
  if (depth > maxDepth || name.startsWith('../')) throw new Error(`The theme file ${file} is not read.`);
  const text = await read(name);
  if (text.length > maxLength) throw new Error(`The theme file ${file} is too large.`);
  if (!name.endsWith('.json')) return ruleList(parsePropertyList(text), 'settings');
  const theme = parseJson(text);
  if (!isJsonObject(theme)) throw new Error(`${file} is not a theme file.`);
  const { include, tokenColors } = theme;
  const other = async (relative: string) =>
    readThemeRules(path.posix.join(path.posix.dirname(name), relative), read, depth + 1);
  const included = typeof include === 'string' ? await other(include) : [];
  const own =
    typeof tokenColors === 'string'
      ? await other(tokenColors)
      : [...ruleList(theme, 'settings'), ...parseTokenRules(tokenColors)];
  return [...included, ...own];
}

/** Parses JSON with comments and trailing commas, as VS Code does for themes. */
function parseJson(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parseJsonWithComments(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${printParseErrorCode(error.error)} at ${error.offset}`);
  return value;
}

function ruleList(theme: unknown, key: string): readonly TokenRule[] {
  return isJsonObject(theme) ? parseTokenRules(theme[key]) : [];
}
