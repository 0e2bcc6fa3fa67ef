import ignore, { type Options } from 'ignore';

/** A `.gitignore` file of a workspace folder. */
export interface IgnoreFile {
  /**
   * The path of the file's folder, relative to the workspace folder, with the separator `/`. Empty for the workspace
   * folder itself.
   */
  readonly folder: string;
  readonly text: string;
}

/** The rules of the `.gitignore` files in a workspace folder. */
export interface IgnoreRules {
  /**
   * Globs for folders that a rule ignores by a plain name or path (see `isPlain`). A folder is omitted if a later `!`
   * rule might include it again, if there are too many such rules, or if the globs before it have about 16,000
   * characters. A file search should exclude these globs, so that a folder such as `node_modules` does not use up the
   * search's limit. For each file that matches one of the globs, `ignores` returns true, unless the file's path is too
   * long or has too many folders.
   */
  readonly folderGlobs: readonly string[];
  /**
   * Returns true if the file is ignored. Returns false for all paths of more than 260 characters or more than 40
   * folders. `path` is relative to the workspace folder, and its separator is `/`.
   */
  readonly ignores: (path: string) => boolean;
}

// The limits below protect against hostile repositories, whose patterns could take very long to match. The library
// `ignore` compiles each pattern to a regular expression, in which each `**` can match any number of folders. Matching
// a path of n folders against a pattern with k occurrences of `**` therefore takes up to O(n^k) steps. In addition, the
// library matches the path of each parent folder.
const maxPatternLength = 200;
const maxWildcards = 8;
const maxFolderWildcards = 2;
const maxPatterns = 2_000;
/** The maximum number of characters in all patterns together. Compiling more would block VS Code. */
const maxPatternsLength = 60_000;
/**
 * The maximum number of characters in all `.gitignore` files together. The file that exceeds it, and later files, are
 * skipped.
 */
const maxFilesLength = 500_000;
/**
 * The maximum number of comparisons of a folder with a later `!` rule. The comparisons begin with the last folder.
 * Folders that are not compared get no glob.
 */
const maxComparisons = 20_000;
/** The maximum number of patterns with more than one `**`, which take the longest to match. */
const maxSlowPatterns = 100;
/** The maximum number of characters in a path. Longer paths are never ignored. */
const maxPathLength = 260;
/** The maximum number of folders in a path. Files in deeper folders are never ignored. */
const maxPathDepth = 40;
/**
 * The maximum number of characters in all folder globs. VS Code passes the globs in one argument to the program that
 * searches files. On Windows, all arguments together may have 32,767 characters.
 */
const maxGlobsLength = 16_000;

const options: Options = { ignoreCase: false, allowRelativePaths: true };

export function createIgnoreRules(files: readonly IgnoreFile[]): IgnoreRules {
  // Put the rules of deeper folders last. They take precedence in git, and `ignore` applies the last matching rule.
  const byDepth = files.toSorted((a, b) => depthOf(a.folder) - depthOf(b.folder));
  const patterns = someOf(byDepth);
  const rules = ignore(options).add(patterns);
  return {
    folderGlobs: folderGlobs(patterns),
    ignores: (path) => path.length <= maxPathLength && depthOf(path) <= maxPathDepth + 1 && rules.ignores(path),
  };
}

/**
 * Returns the first patterns of the files, at most `maxPatterns` patterns and `maxPatternsLength` characters. Omits the
 * slow patterns after the first `maxSlowPatterns`.
 */
function someOf(files: readonly IgnoreFile[]): readonly string[] {
  const patterns: string[] = [];
  let [slow, filesLength, patternsLength] = [0, 0, 0];
  for (const { folder, text } of files) {
    filesLength += text.length;
    if (filesLength > maxFilesLength) break;
    for (const line of patternsIn(text)) {
      if (folderWildcardsIn(line) > 1) slow += 1;
      if (folderWildcardsIn(line) > 1 && slow > maxSlowPatterns) continue;
      const pattern = inFolder(line, folder);
      patternsLength += pattern.length;
      if (patterns.length >= maxPatterns || patternsLength > maxPatternsLength) return patterns;
      patterns.push(pattern);
    }
  }
  return patterns;
}

/**
 * Returns the patterns in the first 2,000 lines of a `.gitignore` file. Omits blank lines and comments. Also omits
 * patterns that are too long or have too many wildcards (see `isBounded`).
 */
export function patternsIn(text: string): readonly string[] {
  return text
    .split(/\r?\n/, maxPatterns)
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && isBounded(line));
}

function isBounded(pattern: string): boolean {
  const wildcards = pattern.match(/\*+/g) ?? [];
  return (
    pattern.length <= maxPatternLength &&
    wildcards.length <= maxWildcards &&
    folderWildcardsIn(pattern) <= maxFolderWildcards
  );
}

function folderWildcardsIn(pattern: string): number {
  return pattern.match(/\*{2,}/g)?.length ?? 0;
}

/** Returns the number of names in a path. */
function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length;
}

/**
 * Rewrites a pattern of the `.gitignore` file in `folder` as a pattern of the `.gitignore` file in the workspace
 * folder.
 */
function inFolder(pattern: string, folder: string): string {
  if (folder === '') return pattern;
  const sign = pattern.startsWith('!') ? '!' : '';
  const path = pattern.slice(sign.length);
  const parent = folder.replace(/[\\*?[\]!#]/g, '\\$&');
  // A pattern with a slash at its start or inside is relative to its file's folder. Other patterns match at any depth
  // below that folder.
  return path.slice(0, -1).includes('/')
    ? `${sign}/${parent}/${path.replace(/^\//, '')}`
    : `${sign}/${parent}/**/${path}`;
}

function folderGlobs(patterns: readonly string[]): readonly string[] {
  const globs: string[] = [];
  const includedLater = ignore(options);
  let [included, comparisons] = [0, 0];
  for (const pattern of patterns.toReversed()) {
    if (pattern.startsWith('!')) {
      includedLater.add(lastName(pattern.slice(1)));
      included += 1;
    } else if (isPlain(pattern)) {
      comparisons += included;
      if (comparisons > maxComparisons) break;
      if (!includedLater.ignores(lastName(pattern))) globs.push(folderGlob(pattern));
    }
  }
  return firstGlobs(globs.toReversed(), maxGlobsLength);
}

/** Returns the first globs that have at most `maxLength` characters together, with a comma after each glob. */
export function firstGlobs(globs: readonly string[], maxLength: number): readonly string[] {
  let length = 0;
  return globs.filter((glob) => {
    length += glob.length + 1;
    return length <= maxLength;
  });
}

/**
 * Returns true for a name or path that contains no wildcards, escapes, braces, commas or `!`. However, `**` is allowed
 * once as the name of a folder. This `**` stands for any number of folders.
 */
function isPlain(pattern: string): boolean {
  const path = pattern.replace(/(?<=^|\/)\*\*\//, '').trimEnd();
  return /[^/]/.test(path) && !/[*?[\]!]/.test(path) && isSimpleGlob(path);
}

function lastName(pattern: string): string {
  return (
    pattern
      .trimEnd()
      .split('/')
      .findLast((name) => name !== '') ?? '*'
  );
}

function folderGlob(pattern: string): string {
  const path = pattern.trimEnd().replace(/\/$/, '');
  const glob = path.includes('/') ? path.replace(/^\//, '') : `**/${path}`;
  return `${glob}/**`;
}

/**
 * Returns true for a glob that can be part of a list of alternatives such as `{a,b}`. VS Code does not support nested
 * lists.
 */
export function isSimpleGlob(glob: string): boolean {
  return !/[{},\\]/.test(glob);
}
