import path from 'node:path';
import * as vscode from 'vscode';
import { createBoundedWork } from './boundedWork.ts';
import { createCachedRun } from './cachedRun.ts';
import { createIgnoreRules, firstGlobs, isSimpleGlob, type IgnoreFile, type IgnoreRules } from './ignoreRules.ts';
import { inTime } from '../../common/async/inTime.ts';
import { openTabUris } from './openTabs.ts';
import { searchFolders } from './searchFolders.ts';

export interface WorkspaceFile {
  readonly uri: vscode.Uri;
  /** The path relative to the workspace, with the separator `/`. */
  readonly path: string;
}

/** The maximum number of files to list in all workspace folders together. */
const maxFiles = 20_000;
/**
 * The maximum number of characters in the globs of the settings. The program that searches files gets them in one
 * argument, whose length operating systems limit.
 */
const maxSettingGlobsLength = 8_000;
/** The maximum number of nested `.gitignore` files to read in each workspace folder. */
const maxIgnoreFiles = 200;
/** The maximum size of a `.gitignore` file, in bytes. Larger files, and links, are skipped. */
const maxIgnoreFileBytes = 100_000;
/** The lifetime of the cached list, in milliseconds. Without the cache, each typed character would list all files. */
const cacheLifetime = 10_000;
/**
 * The maximum time to read and apply ignore rules in all workspace folders together, in milliseconds. After this time,
 * the remaining files are listed without applying the rules.
 */
const maxIgnoreTime = 500;
/** The maximum time to search for files, in milliseconds. A file system on a network may never answer. */
const maxSearchTime = 30_000;
/** The maximum time to wait for a search after a search has timed out, until one ends in time, in milliseconds. */
const maxRepeatedWait = 2_000;
/** After applying ignore rules for this many milliseconds, other events are handled. */
const maxTurn = 30;

/**
 * Returns a function that lists files of the workspace, sorted by path. The list omits files that settings or
 * `.gitignore` files exclude, and is cached for 10 seconds. Because of the limits above, some `.gitignore` rules may
 * not be applied.
 *
 * If a search takes longer than `maxSearch` milliseconds, cancels the search, calls `onTimeout`, and resolves with the
 * files of the workspace that are open in tabs. Until a search ends in time, later calls resolve with the open files
 * after at most `maxWait` milliseconds. Meanwhile the search goes on for later calls, and `onTimeout` is not called
 * again.
 *
 * @param excludedGlobs Returns the globs in settings. Only simple globs are used (see `isSimpleGlob`), and only the
 * first ones that have at most 8,000 characters together.
 * @param now Returns the time in milliseconds.
 */
export function createWorkspaceFiles(
  excludedGlobs: () => readonly string[],
  now: () => number,
  onTimeout: () => void,
  { maxSearch, maxWait } = { maxSearch: maxSearchTime, maxWait: maxRepeatedWait },
): () => Promise<readonly WorkspaceFile[]> {
  let hasTimedOut = false;
  /** Resolves with undefined if the search takes too long. */
  const searchInTime = async () => {
    const source = new vscode.CancellationTokenSource();
    const globs = firstGlobs(excludedGlobs().filter(isSimpleGlob), maxSettingGlobsLength);
    try {
      const files = await inTime(findFiles(globs, now, source.token), undefined, maxSearch);
      if (files === undefined && !hasTimedOut) onTimeout();
      hasTimedOut = files === undefined;
      return files;
    } finally {
      source.cancel();
      source.dispose();
    }
  };
  const search = createCachedRun(searchInTime, cacheLifetime, now);
  return async () => {
    const files = await (hasTimedOut ? inTime(search(), undefined, maxWait) : search());
    return files ?? listed(openFiles());
  };
}

async function findFiles(
  globs: readonly string[],
  now: () => number,
  token: vscode.CancellationToken,
): Promise<readonly WorkspaceFile[]> {
  // Rules may be hostile, so the work of all folders has common bounds.
  const bounded = createBoundedWork(maxIgnoreTime, maxTurn, now);
  const noRules = createIgnoreRules([]);
  const rulesOf = async (files: readonly IgnoreFile[]) => bounded(() => createIgnoreRules(files), noRules);
  const folders = await Promise.all(
    (vscode.workspace.workspaceFolders ?? []).map(async ({ uri }) => ({
      uri,
      rules: await readIgnoreRules(uri, globs, rulesOf, token),
    })),
  );
  const found = await searchFolders(folders, maxFiles, async ({ uri, rules }, limit) =>
    search(uri, '**/*', [...globs, ...rules.folderGlobs], limit, token),
  );
  const kept: vscode.Uri[] = [];
  for (const [index, folder] of folders.entries()) {
    for (const uri of found[index] ?? []) {
      const isIgnored = () => folder.rules.ignores(path.posix.relative(folder.uri.path, uri.path));
      if (!(await bounded(isIgnored, false))) kept.push(uri);
    }
  }
  return listed(kept);
}

function openFiles(): readonly vscode.Uri[] {
  return distinctUris(openTabUris().filter((uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined));
}

/** Returns each URI once. */
export function distinctUris(uris: readonly vscode.Uri[]): readonly vscode.Uri[] {
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

function listed(uris: readonly vscode.Uri[]): readonly WorkspaceFile[] {
  return uris
    .map((uri) => ({ uri, path: vscode.workspace.asRelativePath(uri).replaceAll('\\', '/') }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Reads the `.gitignore` files of a workspace folder, and resolves with their rules. Skips files in folders that are
 * excluded by `globs`, or by `folderGlobs` of the top-level `.gitignore` file.
 */
async function readIgnoreRules(
  folder: vscode.Uri,
  globs: readonly string[],
  rulesOf: (files: readonly IgnoreFile[]) => Promise<IgnoreRules>,
  token: vscode.CancellationToken,
): Promise<IgnoreRules> {
  const topLevel = await readIgnoreFile(folder, vscode.Uri.joinPath(folder, '.gitignore'));
  const { folderGlobs } = await rulesOf(topLevel);
  const nested = await search(folder, '*/**/.gitignore', [...globs, ...folderGlobs], maxIgnoreFiles, token);
  const files = await Promise.all(nested.map(async (uri) => readIgnoreFile(folder, uri)));
  return rulesOf([...topLevel, ...files.flat()]);
}

async function readIgnoreFile(folder: vscode.Uri, uri: vscode.Uri): Promise<readonly IgnoreFile[]> {
  const { fs } = vscode.workspace;
  try {
    const { type, size } = await fs.stat(uri);
    // Git follows no links to `.gitignore` files, either. A link to a device such as /dev/zero would never end.
    if (type !== vscode.FileType.File || size > maxIgnoreFileBytes) return [];
    const text = new TextDecoder().decode(await fs.readFile(uri));
    return [{ folder: path.posix.relative(folder.path, path.posix.dirname(uri.path)), text }];
  } catch {
    // The file does not exist or cannot be read.
    return [];
  }
}

async function search(
  folder: vscode.Uri,
  glob: string,
  excludedGlobs: readonly string[],
  limit: number,
  token: vscode.CancellationToken,
): Promise<readonly vscode.Uri[]> {
  const excluded = excludedGlobs.length === 0 ? undefined : `{${excludedGlobs.join(',')}}`;
  return vscode.workspace.findFiles(new vscode.RelativePattern(folder, glob), excluded, limit, token);
}
