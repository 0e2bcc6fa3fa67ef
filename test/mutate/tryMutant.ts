import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { applyMutation, type MutationSite } from './mutation.ts';
import { runTests } from './runTests.ts';
import type { TestReach } from './testReach.ts';

export interface MutantResult {
  readonly site: MutationSite;
  readonly killed: boolean;
  /** The test file that failed, and how. Empty for a survivor. */
  readonly killedBy: string;
  /** The test files that execute the site. */
  readonly testFiles: readonly string[];
  readonly milliseconds: number;
}

const shortestLimit = 20_000;
/** Multiplies the time that the test file took while its coverage was measured. */
const limitFactor = 5;

/** Mutates a copy of the project, runs `tests` until one fails, and restores the copy. */
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
 * Returns the first failure, or an empty string if all tests pass.
 * Runs one file after another, so that an endless loop ends after the time limit of one file.
 */
async function firstFailure(tests: readonly TestReach[], project: string, temporary: string): Promise<string> {
  for (const { testFile, milliseconds } of tests) {
    const timeLimit = Math.max(shortestLimit, limitFactor * milliseconds);
    const { passed, failure } = await runTests({ project, testFile, temporary, timeLimit });
    if (!passed) return `${testFile}: ${failure}`;
  }
  return '';
}
