import path from 'node:path';
import * as vscode from 'vscode';
import { createIgnoreRules, isSimpleGlob, type IgnoreFile, type IgnoreRules } from './ignoreRules.ts';

export interface WorkspaceFile {
  readonly uri: vscode.Uri;
  /** The path relative to the workspace, with the separator `/`. */
  readonly path: string;
}

/** The maximum number of files to list in each workspace folder. */
const maxFiles = 20_000;
/** The maximum number of nested `.gitignore` files to read in each workspace folder. */
const maxIgnoreFiles = 200;
/** The maximum size of a `.gitignore` file, in bytes. Larger files, and links, are skipped. */
const maxIgnoreFileBytes = 100_000;
/** The lifetime of the cached list, in milliseconds. Without the cache, each typed character would list all files. */
const cacheLifetime = 10_000;
/**
 * The maximum time to apply ignore rules in a workspace folder, in milliseconds. After this time, the remaining files
 * are listed without applying the rules.
 */
const maxIgnoreTime = 500;
/** After applying ignore rules for this many milliseconds, other events are handled. */
const maxTurn = 30;

/**
 * Returns a function that lists files of the workspace, sorted by path. The list omits files that settings or
 * `.gitignore` files exclude, and is cached for 10 seconds. Because of the limits above, some `.gitignore` rules may
 * not be applied.
 *
 * @param excludedGlobs Returns the globs in settings. Only simple globs are used (see `isSimpleGlob`).
 * @param now Returns the time in milliseconds.
 */
export function createWorkspaceFiles(
  excludedGlobs: () => readonly string[],
  now: () => number,
): () => Promise<readonly WorkspaceFile[]> {
  let latest: { readonly at: number; readonly files: Promise<readonly WorkspaceFile[]> } | undefined;
  return async () => {
    if (latest === undefined || now() - latest.at > cacheLifetime)
      latest = { at: now(), files: findFiles(excludedGlobs().filter(isSimpleGlob), now) };
    return latest.files;
  };
}

async function findFiles(globs: readonly string[], now: () => number): Promise<readonly WorkspaceFile[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const files = await Promise.all(folders.map(async ({ uri }) => findInFolder(uri, globs, now)));
  return files.flat().toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function findInFolder(
  folder: vscode.Uri,
  globs: readonly string[],
  now: () => number,
): Promise<readonly WorkspaceFile[]> {
  const rules = createIgnoreRules(await readIgnoreFiles(folder, globs));
  const uris = await search(folder, '**/*', [...globs, ...rules.folderGlobs], maxFiles);
  const kept = await withoutIgnored(folder, uris, rules, now);
  return kept.map((uri) => ({ uri, path: vscode.workspace.asRelativePath(uri).replaceAll('\\', '/') }));
}

async function withoutIgnored(
  folder: vscode.Uri,
  uris: readonly vscode.Uri[],
  rules: IgnoreRules,
  now: () => number,
): Promise<readonly vscode.Uri[]> {
  const kept: vscode.Uri[] = [];
  const end = now() + maxIgnoreTime;
  let turnEnd = now() + maxTurn;
  for (const uri of uris) {
    if (now() > turnEnd) {
      await new Promise((resolve) => setImmediate(resolve));
      turnEnd = now() + maxTurn;
    }
    if (now() > end || !rules.ignores(path.posix.relative(folder.path, uri.path))) kept.push(uri);
  }
  return kept;
}

/**
 * Reads `.gitignore` files of a workspace folder. Skips files in folders that are excluded by `globs`, or by
 * `folderGlobs` of the top-level `.gitignore` file.
 */
async function readIgnoreFiles(folder: vscode.Uri, globs: readonly string[]): Promise<readonly IgnoreFile[]> {
  const topLevel = await readIgnoreFile(folder, vscode.Uri.joinPath(folder, '.gitignore'));
  const nested = await search(
    folder,
    '*/**/.gitignore',
    [...globs, ...createIgnoreRules(topLevel).folderGlobs],
    maxIgnoreFiles,
  );
  return [...topLevel, ...(await Promise.all(nested.map(async (uri) => readIgnoreFile(folder, uri)))).flat()];
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
): Promise<readonly vscode.Uri[]> {
  const excluded = excludedGlobs.length === 0 ? undefined : `{${excludedGlobs.join(',')}}`;
  return vscode.workspace.findFiles(new vscode.RelativePattern(folder, glob), excluded, limit);
}
