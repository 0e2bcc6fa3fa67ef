/**
 * The globs that leave out what a `.gitignore` does. Exceptions (`!`) and escapes are not followed: then a little more
 * or less is left out.
 */
export function ignoreGlobs(gitignore: string): readonly string[] {
  return gitignore.split(/\r?\n/).flatMap((line) => {
    const pattern = line.trim();
    if (pattern === '' || /^[#!]/.test(pattern) || !isSimpleGlob(pattern)) return [];
    const path = pattern.replace(/^\//, '').replace(/\/(?:\*\*?)?$/, '');
    if (path === '' || path === '*' || path === '**') return [];
    // A slash at the start or within ties a pattern to the file's own folder.
    const isTied = pattern.slice(0, -1).includes('/') || path.startsWith('**/');
    const glob = isTied ? path : `**/${path}`;
    return [glob, `${glob}/**`];
  });
}

/** Whether a glob can stand in a list of alternatives: the search allows no list within a list. */
export function isSimpleGlob(glob: string): boolean {
  return !/[{},\\]/.test(glob);
}
