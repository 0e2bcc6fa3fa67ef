import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Mocha's `spec`, which also writes the numbers to the file that `TALLY_TEST_COUNTS` names, for the total. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    runner.once('end', () => {
      const file = process.env['TALLY_TEST_COUNTS'];
      const counts: TestCounts = { passed: this.stats.passes, failed: this.stats.failures };
      if (file !== undefined) writeFileSync(file, JSON.stringify(counts));
    });
  }
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}
