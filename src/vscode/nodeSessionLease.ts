import { mkdirSync, watch, type FSWatcher } from 'node:fs';
import { uptime } from 'node:os';
import path from 'node:path';
import type { SessionLeaseDependencies } from '../chat/sessionLease.ts';

/** How much the clock may have been set since the computer started: milliseconds. */
const clockTolerance = 60_000;

/** Whether a process runs on this computer, and ran already at that time: after a restart others have its number. */
export function isProcessAlive(pid: number, at: number): boolean {
  if (at < Date.now() - uptime() * 1000 - clockTolerance) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process lives, although it may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Watches folders below `root` by the system's own notices; where there are none, nothing is told. */
export function createFolderWatch(root: string): SessionLeaseDependencies['watch'] {
  return (folder, onDidChange) => {
    let watcher: FSWatcher | undefined;
    try {
      const watched = path.join(root, folder);
      mkdirSync(watched, { recursive: true });
      watcher = watch(watched, { persistent: false }, (_, name) => onDidChange(name ?? undefined));
      // A folder that is removed, say.
      watcher.on('error', () => watcher?.close());
    } catch {
      // The system has no more watches to give: the lease is looked at again before anything is sent.
    }
    return () => watcher?.close();
  };
}
