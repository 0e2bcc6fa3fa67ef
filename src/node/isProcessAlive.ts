import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** The largest adjustment of the system clock since boot that is tolerated, in milliseconds. */
const clockTolerance = 60_000;

/** A process of this computer, as it was noted when it ran. */
export interface NotedProcess {
  readonly pid: number;
  /** A time at which the process ran, in milliseconds since the epoch. */
  readonly at: number;
  /** The result of processStart when the process ran. */
  readonly processStart?: string | undefined;
}

/**
 * Returns true if the noted process still runs. Returns false if another process has the same id now. This is detected
 * if `at` is more than a minute before the last boot, or if the system tells when a process started.
 */
export function isProcessAlive({ pid, at, processStart: start }: NotedProcess): boolean {
  if (at < Date.now() - uptime() * 1000 - clockTolerance) return false;
  if (start !== undefined && processStart(pid) !== start) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process runs, but belongs to another user and may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Returns a text that differs between two processes which had the same id since the last boot. Returns undefined if
 * there is no such process, or if the system is not Linux.
 */
export function processStart(pid: number): string | undefined {
  try {
    // The 22nd field is the start time. The second field, the name in brackets, may contain spaces and brackets.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
