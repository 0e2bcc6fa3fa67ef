import path from 'node:path';
import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { isJsonObject } from '../../common/json.ts';
import { parseJsonWithComments } from './parseJsonWithComments.ts';
import { parsePropertyList } from './parsePropertyList.ts';
import { parseTokenRules } from './parseTokenRules.ts';

/** More files than any theme is made of. */
const maxDepth = 10;

/**
 * The rules of a theme file and of those it includes, the included ones first. `read` takes paths inside
 * the theme's extension, with `/`. Rejects when a file cannot be read, or is none of a theme.
 */
export async function readThemeRules(file: string, read: (file: string) => Promise<string>, depth = 0): Promise<readonly TokenRule[]> {
  const name = path.posix.normalize(file);
  if (depth > maxDepth || name.startsWith('../')) throw new Error(`The theme file ${file} is not read.`);
  const text = await read(name);
  if (!name.endsWith('.json')) return ruleList(parsePropertyList(text), 'settings');
  const theme = parseJsonWithComments(text);
  if (!isJsonObject(theme)) throw new Error(`${file} is not a theme file.`);
  const { include, tokenColors } = theme;
  const other = async (relative: string) => readThemeRules(path.posix.join(path.posix.dirname(name), relative), read, depth + 1);
  const included = typeof include === 'string' ? await other(include) : [];
  const own = typeof tokenColors === 'string' ? await other(tokenColors) : [...ruleList(theme, 'settings'), ...parseTokenRules(tokenColors)];
  return [...included, ...own];
}

function ruleList(theme: unknown, key: string): readonly TokenRule[] {
  return isJsonObject(theme) ? parseTokenRules(theme[key]) : [];
}
