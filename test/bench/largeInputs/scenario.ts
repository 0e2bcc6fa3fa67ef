import { cpuTime } from '../cpuTime.ts';

/** A function of the extension with an input that is large or hostile. */
export interface Scenario {
  readonly name: string;
  readonly unit: 'ms' | '×';
  readonly atMost: number;
  /** Returns a CPU time in milliseconds, or the ratio of two CPU times. */
  readonly measure: () => number | Promise<number>;
}

export function timeScenario(name: string, atMost: number, measure: Scenario['measure']): Scenario {
  return { name, unit: 'ms', atMost, measure };
}

export function ratioScenario(name: string, atMost: number, measure: Scenario['measure']): Scenario {
  return { name: `${name}, relative`, unit: '×', atMost, measure };
}

/**
 * Returns the CPU time of one of ten runs. Some systems count CPU time in steps of 4 ms, so that a single short run would
 * seem to take no time.
 */
export function averageTime(run: () => unknown): number {
  return cpuTime(() => Array.from({ length: 10 }, run)) / 10;
}

/** Returns the shortest of three times. */
export function least(measure: () => number): number {
  return Math.min(measure(), measure(), measure());
}
