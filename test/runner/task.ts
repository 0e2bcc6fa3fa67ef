import type { TestCounts } from './countingReporter.ts';

/** The parts of `npm test`, in the order in which the summary lists them. */
export const parts = ['provision', 'package', 'lint', 'check', 'unit', 'compatibility', 'integration', 'ui'] as const;

export type Part = (typeof parts)[number];

/** A program that `npm test` runs. */
export interface Task {
  readonly part: Part;
  /** For example `lint`, `unit/meter` or `ui/panelQueue.test.ts`. */
  readonly name: string;
  /** The arguments with which Node runs the program. */
  readonly nodeArguments: readonly string[];
  /** The parts whose tasks must have ended before this task starts. */
  readonly needs: readonly Part[];
  /** True if the program writes {@link TestCounts}. If false, the whole program counts as one test. */
  readonly countsTests: boolean;
}

export interface TaskResult extends TestCounts {
  readonly task: Task;
  readonly seconds: number;
  /** Everything that the program printed. Empty if the output was shown while the program ran. */
  readonly output: string;
}
