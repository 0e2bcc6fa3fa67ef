import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isExecuted, readCoverage, type Coverage } from './coverage.ts';
import { inParallel } from './inParallel.ts';
import type { MutationSite } from './mutation.ts';
import { runTests } from './runTests.ts';

/** The code that a test file executes without mutations. */
export interface TestReach {
  /** Path from the project's folder, with `/`. */
  readonly testFile: string;
  readonly coverage: Coverage;
  readonly milliseconds: number;
}

const timeLimit = 600_000;

/**
 * Runs each test file alone, in unmutated copies of the project, and records the code that it executes.
 * Throws an error if a test fails twice.
 */
export async function measureReach(
  testFiles: readonly string[],
  copies: readonly string[],
  temporary: string,
): Promise<readonly TestReach[]> {
  return inParallel(testFiles, copies, async (testFile, project) => {
    const coverageFolder = path.join(temporary, 'coverage', testFile.replaceAll('/', '-'));
    await mkdir(coverageFolder, { recursive: true });
    const run = { project, testFiles: [testFile], temporary, timeLimit, coverage: coverageFolder };
    let result = await runTests(run);
    // A test with a time limit of its own can fail on a busy computer.
    if (!result.passed) result = await runTests(run);
    if (!result.passed) throw new Error(`${testFile} fails without a mutation: ${result.failure}`);
    const coverage = await readCoverage(coverageFolder, project);
    await rm(coverageFolder, { recursive: true });
    return { testFile, coverage, milliseconds: result.milliseconds };
  });
}

/** The test files that execute a site, the quickest first. */
export function testsThatReach(reaches: readonly TestReach[], site: MutationSite): readonly TestReach[] {
  return reaches
    .filter(({ coverage }) => isExecuted(coverage, site.file, site.executedAt))
    .toSorted((one, other) => one.milliseconds - other.milliseconds);
}
