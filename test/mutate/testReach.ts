import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isExecuted, readCoverage, type Coverage } from './coverage.ts';
import { inParallel } from './inParallel.ts';
import type { MutationSite } from './mutation.ts';
import { runTests, type TestRun } from './runTests.ts';

/** The code that a test file executes without mutations. */
export interface TestReach {
  /** Path from the project's folder, with `/`. */
  readonly testFile: string;
  readonly coverage: Coverage;
  readonly milliseconds: number;
}

const timeLimit = 600_000;

/**
 * Runs each test file alone, in unmutated copies of the project, and records the code that the file executes.
 * Throws an error if a test file fails both with and without coverage.
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
    if (!measured.passed) await confirmThatItPasses(run, measured.failure);
    const coverage = await readCoverage(folder, project);
    await rm(folder, { recursive: true });
    return { testFile, coverage, milliseconds: measured.milliseconds };
  });
}

/**
 * Runs a test file again without coverage, because a test of speed can fail while V8 does not optimise.
 * Throws an error if the file fails again. Otherwise the measured coverage is complete nevertheless, because a failed
 * test does not end a run that measures coverage.
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
