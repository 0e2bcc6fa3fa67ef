import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { applyMutation, type MutationSite } from './mutation.ts';
import { runTests } from './runTests.ts';
import type { TestReach } from './testReach.ts';

export interface MutantResult {
  readonly site: MutationSite;
  readonly killed: boolean;
  /** The failed test and its error, or the time limit; empty for a survivor. */
  readonly killedBy: string;
  /** The test files that execute the site. */
  readonly testFiles: readonly string[];
  readonly milliseconds: number;
}

const shortestLimit = 20_000;
const limitFactor = 5;

/** Runs the tests that reach a site against its mutant in a copy of the project, and restores the copy. */
export async function tryMutant(
  site: MutationSite,
  tests: readonly TestReach[],
  project: string,
  temporary: string,
): Promise<MutantResult> {
  const file = path.join(project, site.file);
  const original = await readFile(file, 'utf8');
  const testFiles = tests.map(({ testFile }) => testFile);
  const usual = tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  await writeFile(file, applyMutation(original, site));
  try {
    const timeLimit = Math.max(shortestLimit, limitFactor * usual);
    const { passed, failure, milliseconds } = await runTests({ project, testFiles, temporary, timeLimit });
    return { site, killed: !passed, killedBy: failure, testFiles, milliseconds };
  } finally {
    await writeFile(file, original);
  }
}
