import { uptime } from 'node:os';

/** The most that the clock may have been adjusted since boot: milliseconds. */
const clockTolerance = 60_000;

/**
 * Returns true if the process runs, and `at` (milliseconds since the epoch) is not before boot: after a restart another
 * process may have the same number.
 */
export function isProcessAlive(pid: number, at: number): boolean {
  if (at < Date.now() - uptime() * 1000 - clockTolerance) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process of another user, which may not be signalled, is alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
