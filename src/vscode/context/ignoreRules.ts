import ignore, { type Options } from 'ignore';

/** A `.gitignore` file of a workspace folder. */
export interface IgnoreFile {
  /** The file's folder, relative to the workspace folder, with `/`. Empty for the workspace folder itself. */
  readonly folder: string;
  readonly text: string;
}

/** The rules of all `.gitignore` files in a workspace folder. */
export interface IgnoreRules {
  /**
   * Globs for the folders that are ignored by their plain name or path, and not included again by a later `!` rule.
   * A search that leaves them out does not fill its limit with `node_modules`. They leave out no more than `ignores`.
   */
  readonly folderGlobs: readonly string[];
  /** `path` of a file, relative to the workspace folder, with `/`. */
  readonly ignores: (path: string) => boolean;
}

// Repositories are hostile, and `ignore` compiles each pattern to a regular expression. `**` can match every run of
// folders, so the time for one path grows with its length to the power of the number of `**`.
const maxPatternLength = 200;
const maxWildcards = 8;
const maxFolderWildcards = 2;
const maxPatterns = 2_000;
/** Longer paths are never ignored. */
const maxPathLength = 260;

const options: Options = { ignoreCase: false, allowRelativePaths: true };

export function createIgnoreRules(files: readonly IgnoreFile[]): IgnoreRules {
  // Rules of deeper files come later, since the last rule that matches decides.
  const byDepth = files.toSorted((a, b) => depthOf(a.folder) - depthOf(b.folder));
  const patterns = byDepth
    .flatMap(({ folder, text }) => patternsIn(text).map((pattern) => inFolder(pattern, folder)))
    .slice(0, maxPatterns);
  const rules = ignore(options).add(patterns);
  return {
    folderGlobs: folderGlobs(patterns),
    ignores: (path) => path.length <= maxPathLength && rules.ignores(path),
  };
}

/** The patterns of a `.gitignore` file whose matching time is bounded. */
export function patternsIn(text: string): readonly string[] {
  return text
    .split(/\r?\n/, maxPatterns)
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && isBounded(line));
}

function isBounded(pattern: string): boolean {
  const wildcards = pattern.match(/\*+/g) ?? [];
  const folderWildcards = wildcards.filter((wildcard) => wildcard.length > 1);
  return (
    pattern.length <= maxPatternLength &&
    wildcards.length <= maxWildcards &&
    folderWildcards.length <= maxFolderWildcards
  );
}

function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}

/** The same pattern for a file in the workspace folder instead of a file in `folder`. */
function inFolder(pattern: string, folder: string): string {
  if (folder === '') return pattern;
  const sign = pattern.startsWith('!') ? '!' : '';
  const path = pattern.slice(sign.length);
  const parent = folder.replace(/[\\*?[\]!#]/g, '\\$&');
  // A slash at the start or within ties a pattern to the folder of its file; other patterns hold at any depth.
  return path.slice(0, -1).includes('/')
    ? `${sign}/${parent}/${path.replace(/^\//, '')}`
    : `${sign}/${parent}/**/${path}`;
}

function folderGlobs(patterns: readonly string[]): readonly string[] {
  const globs: string[] = [];
  const includedLater = ignore(options);
  for (const pattern of patterns.toReversed()) {
    if (pattern.startsWith('!')) includedLater.add(lastName(pattern.slice(1)));
    else if (isPlain(pattern) && !includedLater.ignores(lastName(pattern))) globs.push(folderGlob(pattern));
  }
  return globs.toReversed();
}

/** A name or path without wildcards and escapes, apart from `**` for any folder. */
function isPlain(pattern: string): boolean {
  const path = pattern.replace('**/', '').trim();
  return /[^/]/.test(path) && !/[*?[\]!]/.test(path) && isSimpleGlob(path);
}

function lastName(pattern: string): string {
  return (
    pattern
      .trim()
      .split('/')
      .findLast((name) => name !== '') ?? '*'
  );
}

function folderGlob(pattern: string): string {
  const path = pattern.trim().replace(/\/$/, '');
  const glob = path.includes('/') ? path.replace(/^\//, '') : `**/${path}`;
  return `${glob}/**`;
}

/** True for a glob that can stand in a list of alternatives, `{a,b}`. VS Code allows no list within a list. */
export function isSimpleGlob(glob: string): boolean {
  return !/[{},\\]/.test(glob);
}
