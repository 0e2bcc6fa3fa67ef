import { readFileSync, readlinkSync } from 'node:fs';
import { uptime } from 'node:os';
import { hasErrorCode } from './hasErrorCode.ts';

/** The largest adjustment of the system clock since boot that is tolerated, in milliseconds. */
const clockTolerance = 60_000;

/** Facts about a process of this computer, which were noted while the process was running. */
export interface NotedProcess {
  readonly pid: number;
  /** A time at which the process was running, in milliseconds since the epoch. */
  readonly at: number;
  /** The result of the function processStart for this process. */
  readonly processStart?: string | undefined;
}

/**
 * Returns true if the noted process is still running. Returns false if no process has the same id now. If another
 * process has the same id now, returns false only if the noted `processStart` is defined, or if `at` is more than a
 * minute before the last boot. Otherwise, the other process cannot be distinguished from the noted process.
 */
export function isProcessAlive({ pid, at, processStart: start }: NotedProcess): boolean {
  // The start time counts from the boot, so a change of the clock does not matter.
  const isEarlier =
    start === undefined ? at < Date.now() - uptime() * 1000 - clockTolerance : processStart(pid) !== start;
  if (isEarlier) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process runs, but belongs to another user and may not be signalled.
    return hasErrorCode(error, 'EPERM');
  }
}

/**
 * Returns the start time of a process, as a text that is only good for comparisons. Two processes that had the same id
 * since the last boot have different start times. Returns undefined if no process has the id `pid`, or if the system is
 * not Linux.
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

/**
 * Returns the name of the system's process table that this process sees. Each container has its own process table.
 * Returns undefined if the system is not Linux.
 */
export function processSpace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}
