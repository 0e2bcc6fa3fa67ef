import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { CleanUp } from '../cleanUp.ts';

/**
 * Creates a symbolic link that the system follows, but `realpath` does not, because the path of the target is longer
 * than 4,096 bytes. A Git repository can contain such links.
 *
 * @param folder The folder of the link. Must be a folder of `temporaryFolder`.
 * @param target The path to which the link leads, relative to `folder`.
 */
export async function linkTooLongToResolve(
  cleanUp: CleanUp,
  folder: string,
  name: string,
  target: string,
): Promise<void> {
  const half = `${'d'.repeat(250)}/`.repeat(9);
  // A path through this link is short enough for the system.
  const shortcut = path.join(folder, 'shortcut');
  await mkdir(path.join(folder, half), { recursive: true });
  await symlink(half, shortcut);
  await mkdir(path.join(shortcut, half), { recursive: true });
  cleanUp(async () => rm(path.join(shortcut, 'd'.repeat(250)), { recursive: true }));
  await symlink(path.resolve(folder, target), path.join(shortcut, half, 'last'));
  await symlink(path.join('shortcut', half, 'last'), path.join(folder, name));
}
