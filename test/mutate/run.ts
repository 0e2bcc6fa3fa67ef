/**
 * Runs mutation testing: changes the source code in small ways, and lists the changes that no unit test notices.
 * A mutant is a copy of the project with one such change, the mutation. A mutant survives if no test fails.
 * For example, `npm run mutate -- src/meter 75 1` tries 75 mutants of src/meter. Seed 1 determines the random choice.
 * The exit code is 0 even if mutants survive, and 1 after an error or a signal.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { staleAcceptances } from './acceptance.ts';
import { accepted } from './accepted.ts';
import { allTests, parseCommandLine, usageText, type MutateOptions } from './commandLine.ts';
import { drawSites } from './drawSites.ts';
import { inParallel } from './inParallel.ts';
import type { MutationSite } from './mutation.ts';
import { copyProject, createTemporaryFolder } from './projectCopy.ts';
import { describeResult, describeResults } from './report.ts';
import { projectPath, sitesIn, sourceFilesIn } from './sitesIn.ts';
import { measureReach, testsThatReach } from './testReach.ts';
import { testsThatLoad } from './testsThatLoad.ts';
import { tryMutant, type MutantResult } from './tryMutant.ts';

async function mutate({ folder, count, seed, parallel, tests, json }: MutateOptions): Promise<void> {
  const files = sourceFilesIn(folder);
  const sites = sitesIn(files);
  const testFiles = testsThatLoad(files, tests).map(projectPath);
  console.log(
    `${sites.length} sites in ${files.length} files. Running ${testFiles.length} test files without mutations.`,
  );
  for (const { file, line, mutation } of staleAcceptances(accepted, files.map(projectPath), sites)) {
    console.log(
      `test/mutate/accepted names a mutation that does not exist: ${file}  ${mutation}\n  ${line ?? '(any line)'}`,
    );
  }

  const temporary = createTemporaryFolder();
  const copies = Array.from({ length: parallel }, (_, index) => path.join(temporary, `project-${index}`));
  for (const copy of copies) await copyProject(copy);
  const reaches = await measureReach(testFiles, copies, path.join(temporary, 'tests'));
  const reached = new Map(sites.map((site) => [site, testsThatReach(reaches, site)]));
  const isReached = (site: MutationSite): boolean => (reached.get(site) ?? []).length > 0;
  const unreached = sites.filter((site) => !isReached(site));
  const where = tests === allTests ? '' : ` in ${tests}`;
  console.log(`Reached by no unit test${where}: ${unreached.length} of ${sites.length} sites.`);

  const drawn = drawSites(sites, count, seed, isReached);
  const results = await inParallel(drawn, copies, async (site, copy) => {
    const result = await tryMutant(site, reached.get(site) ?? [], copy, path.join(temporary, 'tests'));
    console.log(describeResult(result));
    return result;
  });
  console.log(`\n${describeResults(results, accepted)}`);
  if (json !== undefined) await writeJson(json, sites.length, unreached, results);
}

async function writeJson(
  file: string,
  sites: number,
  unreached: readonly MutationSite[],
  results: readonly MutantResult[],
): Promise<void> {
  await writeFile(file, `${JSON.stringify({ sites, unreached, results }, undefined, 2)}\n`);
}

// By default, these signals end the process without calling its exit listeners. `process.exit` calls the listeners,
// which end the tests (see runTests.ts) and remove the copies (see projectCopy.ts).
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
try {
  const options = parseCommandLine(process.argv.slice(2));
  if (options === 'help') console.log(usageText);
  else await mutate(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // Exits at once, although other lanes of `inParallel` may still run tests. An exit listener ends these tests.
  process.exit(1);
}
