import { uptime } from 'node:os';

/** The tolerated adjustment of the system clock since boot, in milliseconds. */
const clockTolerance = 60_000;

/**
 * Returns true if the process `pid` runs. `at` is a time, in milliseconds since the epoch, when the process was seen
 * running. Returns false if `at` is more than a minute before the last boot, because another process may have the same
 * id now.
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
