type Matches = (named: string, path: string) => boolean;

const ranks: readonly Matches[] = [
  (named, path) => path === named,
  (named, path) => path.toLowerCase() === named.toLowerCase(),
  (named, path) => path.endsWith(`/${named}`),
  (named, path) => path.toLowerCase().endsWith(`/${named.toLowerCase()}`),
];

/**
 * Returns the paths among `paths` that `named` can mean. These are the paths of the best rank only: equal paths, else
 * paths that end with the named one, else paths with which the named one ends, below a folder of `folderNames`. If the
 * named one is relative, it must start with this folder. If there are several, the user must be asked.
 *
 * @param paths Paths relative to a workspace folder. They start with its name if there are several folders.
 * @param folderNames The names of the workspace folders.
 */
export function matchPath(
  named: string,
  paths: readonly string[],
  folderNames: readonly string[] = [],
): readonly string[] {
  const wanted = normalizePath(named);
  if (!isUsable(wanted)) return [];
  const folders = new Set(folderNames.map((name) => name.toLowerCase()));
  // Another folder may have the same name, such as `packages/app` in a workspace folder `app`.
  const isAbsolute = /^\s*(?:[\\/~]|file:|[A-Za-z]:[\\/])/.test(named);
  const isBelowFolder: Matches = (whole, path) => {
    if (!endsWithPath(whole, path)) return false;
    const above = whole.slice(0, -path.length - 1).toLowerCase();
    const isWithFolder = folders.size > 1 && folders.has(path.toLowerCase().split('/', 1)[0] ?? '');
    if (isAbsolute) return isWithFolder || folders.has(above.split('/').at(-1) ?? '');
    return !isWithFolder && folders.has(above);
  };
  for (const matches of [...ranks, isBelowFolder]) {
    const matching = paths.filter((path) => matches(wanted, normalizePath(path)));
    if (matching.length > 0) return matching;
  }
  return [];
}

/**
 * Returns the paths among `paths` with which `named` ends. A reply may have named a file as seen from a folder above the
 * workspace, or another file. A file directly in the workspace folder counts only if `named` has a single folder.
 */
export function similarPaths(named: string, paths: readonly string[]): readonly string[] {
  const wanted = normalizePath(named);
  if (!isUsable(wanted)) return [];
  const hasOneFolder = wanted.split('/').length === 2;
  return paths.filter((path) => {
    const candidate = normalizePath(path);
    return endsWithPath(wanted, candidate) && (candidate.includes('/') || hasOneFolder);
  });
}

function endsWithPath(whole: string, path: string): boolean {
  return whole.toLowerCase().endsWith(`/${path.toLowerCase()}`);
}

function isUsable(path: string): boolean {
  return path !== '' && !path.split('/').includes('..');
}

function normalizePath(path: string): string {
  return path
    .trim()
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
}
