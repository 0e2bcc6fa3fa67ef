import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isExecuted, readCoverage, type Coverage } from './coverage.ts';
import { inParallel } from './inParallel.ts';
import type { MutationSite } from './mutation.ts';
import { runTests, type TestRun } from './runTests.ts';

/** The code that a test file executes in a run without mutations, and the duration of this run. */
export interface TestReach {
  /** Path relative to the project's folder, with `/` as separator. */
  readonly testFile: string;
  readonly coverage: Coverage;
  readonly milliseconds: number;
}

/** Time limit of a test file, in milliseconds. */
const timeLimit = 600_000;

/**
 * Runs each test file in a process of its own, and records the code that the file executes.
 * `copies` are the paths of copies of the project without mutations. Each copy runs one test file at a time.
 * Throws an error if a test file takes more than ten minutes, or fails both with and without coverage.
 */
export async function measureReach(
  testFiles: readonly string[],
  copies: readonly string[],
  temporary: string,
): Promise<readonly TestReach[]> {
  return inParallel(testFiles, copies, async (testFile, project) => {
    const folder = path.join(temporary, 'coverage', testFile.replaceAll('/', '-'));
    await mkdir(folder, { recursive: true });
    const run = { project, testFile, temporary, timeLimit };
    const measured = await runTests({ ...run, coverage: folder });
    if (measured.milliseconds >= timeLimit) throw new Error(`${testFile} takes more than ten minutes.`);
    if (!measured.passed) await confirmThatItPasses(run, measured.failure);
    const coverage = await readCoverage(folder, project);
    await rm(folder, { recursive: true });
    return { testFile, coverage, milliseconds: measured.milliseconds };
  });
}

/**
 * Runs a test file again without coverage, after the file failed while coverage was measured. The first failure may be
 * harmless: V8 does not optimise the code while it measures coverage, so a test of speed may be too slow.
 * Throws an error if the file fails again. If it passes, the coverage from the failed run is used. That coverage is
 * complete, because a failed test does not end a run that measures coverage.
 */
async function confirmThatItPasses(run: TestRun, failure: string): Promise<void> {
  console.log(`${run.testFile} fails while coverage is measured: ${failure}`);
  const result = await runTests(run);
  if (!result.passed) throw new Error(`${run.testFile} fails without a mutation: ${result.failure}`);
}

/** Returns the test files that execute a site, sorted by duration, shortest first. */
export function testsThatReach(reaches: readonly TestReach[], site: MutationSite): readonly TestReach[] {
  return reaches
    .filter(({ coverage }) => isExecuted(coverage, site.file, site.executedAt))
    .toSorted((one, other) => one.milliseconds - other.milliseconds);
}
