import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import Mocha from 'mocha';

/**
 * Prints the same as Mocha's `spec` reporter. If the environment variable `TALLY_TEST_COUNTS` names a file, also writes
 * {@link TestCounts} to this file as JSON.
 */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const milliseconds: Record<string, number> = {};
    let start = 0;
    runner.on('suite', ({ parent }) => {
      if (parent?.root === true) start = performance.now();
    });
    runner.on('suite end', ({ parent, file }) => {
      if (parent?.root === true && file !== undefined)
        milliseconds[file] = (milliseconds[file] ?? 0) + performance.now() - start;
    });
    runner.once('end', () => {
      const countsFile = process.env['TALLY_TEST_COUNTS'];
      const counts: TestCounts = { passed: this.stats.passes, failed: this.stats.failures, milliseconds };
      if (countsFile !== undefined) writeFileSync(countsFile, JSON.stringify(counts));
    });
  }
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** The duration of each test file, including its hooks. The keys are the absolute paths of the files. */
  readonly milliseconds: Readonly<Record<string, number>>;
}
