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

/** Returns the shortest of three times. */
export function least(measure: () => number): number {
  return Math.min(measure(), measure(), measure());
}
