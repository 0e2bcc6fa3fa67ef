/** Returns how well a path fits a named path; 0 if it does not fit. */
type Rank = (named: string, path: string) => boolean;

const ranks: readonly Rank[] = [
  (named, path) => path === named,
  (named, path) => path.toLowerCase() === named.toLowerCase(),
  (named, path) => path.endsWith(`/${named}`),
  (named, path) => path.toLowerCase().endsWith(`/${named.toLowerCase()}`),
  // The named path starts above the workspace folder. One more folder must be the workspace folder itself.
  (named, path) => named.endsWith(`/${path}`) && (path.includes('/') || named.split('/').length === 2),
];

/**
 * Returns the paths among `paths` that `named` can mean. These are the paths of the best rank only: equal paths, else
 * paths that end with the named one, else paths with which the named one ends. If there are several, the user must be
 * asked.
 */
export function matchPath(named: string, paths: readonly string[]): readonly string[] {
  const wanted = normalizePath(named);
  if (wanted === '' || wanted.split('/').includes('..')) return [];
  for (const rank of ranks) {
    const matching = paths.filter((path) => rank(wanted, normalizePath(path)));
    if (matching.length > 0) return matching;
  }
  return [];
}

function normalizePath(path: string): string {
  return path
    .trim()
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
}
