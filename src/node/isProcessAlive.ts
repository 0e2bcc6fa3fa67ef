import { uptime } from 'node:os';

/** Upper bound of adjustments to the system clock since boot: milliseconds. */
const clockTolerance = 60_000;

/**
 * Returns true if the process `pid`, which was seen running at the time `at` (milliseconds since the epoch), still
 * runs. Returns false if `at` is before the last boot: another process may have the same number now.
 */
export function isProcessAlive(pid: number, at: number): boolean {
  if (at < Date.now() - uptime() * 1000 - clockTolerance) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, but belongs to another user and may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
