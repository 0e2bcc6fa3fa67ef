import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { applyMutation, type MutationSite } from './mutation.ts';
import { runTests } from './runTests.ts';
import type { TestReach } from './testReach.ts';

export interface MutantResult {
  readonly site: MutationSite;
  readonly killed: boolean;
  /** The test file that failed, followed by the failure. Empty if no test failed. */
  readonly killedBy: string;
  /** The test files that execute the site. */
  readonly testFiles: readonly string[];
  readonly milliseconds: number;
}

const shortestLimit = 20_000;
/**
 * The time limit of a test file is this factor times the file's duration in the run that measured its coverage, but at
 * least `shortestLimit` milliseconds.
 */
const limitFactor = 5;

/** Mutates the copy of the project in the folder `project`, runs `tests` until one fails, and restores the copy. */
export async function tryMutant(
  site: MutationSite,
  tests: readonly TestReach[],
  project: string,
  temporary: string,
): Promise<MutantResult> {
  const file = path.join(project, site.file);
  const original = await readFile(file, 'utf8');
  const start = performance.now();
  await writeFile(file, applyMutation(original, site));
  try {
    const killedBy = await firstFailure(tests, project, temporary);
    const testFiles = tests.map(({ testFile }) => testFile);
    return { site, killed: killedBy !== '', killedBy, testFiles, milliseconds: performance.now() - start };
  } finally {
    await writeFile(file, original);
  }
}

/**
 * Returns the first failed test file with its failure, or an empty string if all tests pass.
 * Runs one file after another. Therefore, if the mutation causes an endless loop, only one file reaches its time limit.
 */
async function firstFailure(tests: readonly TestReach[], project: string, temporary: string): Promise<string> {
  for (const { testFile, milliseconds } of tests) {
    const timeLimit = Math.max(shortestLimit, limitFactor * milliseconds);
    const { passed, failure } = await runTests({ project, testFile, temporary, timeLimit });
    if (!passed) return `${testFile}: ${failure}`;
  }
  return '';
}
