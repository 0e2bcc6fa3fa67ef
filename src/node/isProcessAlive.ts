import { uptime } from 'node:os';

/** The largest adjustment of the system clock since boot that is tolerated, in milliseconds. */
const clockTolerance = 60_000;

/**
 * Returns true if the process with the id `pid` runs. `at` is a time at which the process was known to run, in
 * milliseconds since the epoch. Returns false if `at` is more than a minute before the last boot, because another
 * process may have this id now.
 */
export function isProcessAlive(pid: number, at: number): boolean {
  if (at < Date.now() - uptime() * 1000 - clockTolerance) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process runs, but belongs to another user and may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
