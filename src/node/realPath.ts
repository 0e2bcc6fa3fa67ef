import { readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from './hasErrorCode.ts';

/** The limit of Linux. Links to nothing can form a circle too, such as the link `a` to `missing/../a`. */
const maxLinks = 40;

/**
 * Resolves with the path to which all symbolic links in an absolute path lead. If nothing is there, follows the links of
 * the nearest folder that exists and links to nothing, and appends the rest of the path. Rejects if the path cannot be
 * read, for example because links form a circle.
 */
export async function realPath(file: string): Promise<string> {
  let links = 0;
  async function follow(current: string): Promise<string> {
    try {
      return await realpath(current);
    } catch (error) {
      const parent = path.dirname(current);
      if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR') || parent === current || links === maxLinks) throw error;
      const folder = await follow(parent);
      const here = path.join(folder, path.basename(current));
      const target = await linkTarget(here);
      if (target === undefined) return here;
      links += 1;
      return follow(path.resolve(folder, target));
    }
  }
  return follow(file);
}

/** Resolves with undefined if the path is no link. */
async function linkTarget(file: string): Promise<string | undefined> {
  return readlink(file).catch(() => undefined);
}
