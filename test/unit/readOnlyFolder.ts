import { execFileSync } from 'node:child_process';
import type { CleanUp } from './cleanUp.ts';

/**
 * Makes a folder read-only, also for the administrator, whom permissions do not stop. The content stays as it is.
 * Returns a function that makes the folder writable again, and registers it with `cleanUp`. Returns undefined if this
 * process is not allowed to mount.
 */
export function mountReadOnly(cleanUp: CleanUp, folder: string): (() => void) | undefined {
  const run = (command: string, ...args: readonly string[]) => execFileSync(command, args, { stdio: 'ignore' });
  try {
    run('mount', '--bind', folder, folder);
  } catch {
    return undefined;
  }
  let isMounted = true;
  const unmount = () => {
    if (isMounted) run('umount', '-l', folder);
    isMounted = false;
  };
  cleanUp(unmount);
  run('mount', '-o', 'remount,bind,ro', folder);
  return unmount;
}
