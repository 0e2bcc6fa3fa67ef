import { uptime } from 'node:os';

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
