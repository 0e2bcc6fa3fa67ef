/** A path in the forms in which it is compared. */
interface ComparedPath {
  readonly normal: string;
  readonly lower: string;
}

/** A path as it is listed. */
interface ListedPath extends ComparedPath {
  readonly path: string;
}

type Matches = (named: ComparedPath, listed: ComparedPath) => boolean;

const ranks: readonly Matches[] = [
  (named, listed) => listed.normal === named.normal,
  (named, listed) => listed.lower === named.lower,
  (named, listed) => listed.normal.endsWith(`/${named.normal}`),
  (named, listed) => listed.lower.endsWith(`/${named.lower}`),
  (named, listed) => withoutDocumentExtension(listed.lower) === named.lower,
  (named, listed) => withoutDocumentExtension(listed.lower).endsWith(`/${named.lower}`),
];

const maxDocumentExtension = '.markdown'.length;
const documentExtension = /\.(?:md|markdown|mdx|rst|adoc|txt)$/;

/** Returns a path without the extension that a sentence leaves out, as in “the README”. */
function withoutDocumentExtension(path: string): string {
  return path.replace(documentExtension, '');
}

/**
 * Returns the paths among `paths` that `named` can mean. These are the paths of the best rank only: equal paths, else
 * paths that end with the named one, else documents such as `README.md` for `README`, else paths with which the named
 * one ends, below a folder of `folderNames`. If the named one is relative, it must start with this folder. If there are
 * several, the user must be asked.
 *
 * @param paths Paths of files, relative to a workspace folder. They start with its name if there are several folders.
 * @param folderNames The names of the workspace folders.
 */
export function matchPath(
  named: string,
  paths: readonly string[],
  folderNames: readonly string[] = [],
): readonly string[] {
  const wanted = toCompared(named);
  if (!isUsable(wanted)) return [];
  const folders = new Set(folderNames.map((name) => name.toLowerCase()));
  // Another folder may have the same name, such as `packages/app` in a workspace folder `app`.
  const isAbsolute = /^\s*(?:[\\/~]|file:|[A-Za-z]:[\\/])/.test(named);
  const isBelowFolder: Matches = (whole, listed) => {
    if (!endsWithPath(whole, listed)) return false;
    const above = whole.lower.slice(0, -listed.lower.length - 1);
    const isWithFolder = folders.size > 1 && folders.has(listed.lower.split('/', 1)[0] ?? '');
    if (isAbsolute) return isWithFolder || folders.has(above.split('/').at(-1) ?? '');
    return !isWithFolder && folders.has(above);
  };
  const candidates = withSameName(wanted, paths);
  for (const matches of [...ranks, isBelowFolder]) {
    const matching = candidates.filter((listed) => matches(wanted, listed));
    if (matching.length > 0) return matching.map(({ path }) => path);
  }
  return [];
}

/**
 * Returns the paths among `paths` with which `named` ends. A reply may have named a file as seen from a folder above the
 * workspace, or another file. A file directly in the workspace folder counts only if `named` has a single folder.
 */
export function similarPaths(named: string, paths: readonly string[]): readonly string[] {
  const wanted = toCompared(named);
  if (!isUsable(wanted)) return [];
  const hasOneFolder = wanted.normal.split('/').length === 2;
  return withSameName(wanted, paths)
    .filter((listed) => endsWithPath(wanted, listed) && (listed.normal.includes('/') || hasOneFolder))
    .map(({ path }) => path);
}

/** Returns the paths that end with the same name of a file or document, apart from case. Other paths cannot match. */
function withSameName({ normal }: ComparedPath, paths: readonly string[]): readonly ListedPath[] {
  const name = normal.slice(normal.lastIndexOf('/') + 1);
  const lowerName = name.toLowerCase();
  return paths
    .filter((path) => {
      const ownName = path
        .trimEnd()
        .slice(-name.length - maxDocumentExtension)
        .toLowerCase();
      return ownName.endsWith(lowerName) || withoutDocumentExtension(ownName).endsWith(lowerName);
    })
    .map((path) => ({ path, ...toCompared(path) }));
}

function endsWithPath(whole: ComparedPath, path: ComparedPath): boolean {
  return whole.lower.endsWith(`/${path.lower}`);
}

function isUsable({ normal }: ComparedPath): boolean {
  return normal !== '' && !normal.split('/').includes('..');
}

function toCompared(path: string): ComparedPath {
  const normal = normalizePath(path);
  return { normal, lower: normal.toLowerCase() };
}

/** Returns a path with slashes, without empty segments and segments `.`. Splitting would be slow for thousands of folders. */
function normalizePath(path: string): string {
  return path
    .trim()
    .replaceAll('\\', '/')
    .replaceAll(/(^|\/)(?:\.?\/)+/g, '$1')
    .replace(/(?:^|\/)\.?$/, '');
}
