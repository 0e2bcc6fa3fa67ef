/**
 * The program behind `npm test`. By default, runs all checks and tests, and installs missing programs that the tests
 * need. The last line of the output is `N passed, N failed`.
 *
 * Arguments select what to run: parts (see `parts` in `runner/task.ts`), test files, and folders of test files. The
 * parts that the selected tests need also run. For example, `npm test -- unit test/ui/panel.test.ts` runs all unit
 * tests, the file `panel.test.ts`, and the parts `provision` and `package`, which UI tests need.
 */
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectFolder } from './hosts/projectPaths.ts';
import { findTasks } from './runner/findTasks.ts';
import { runTasks } from './runner/runTasks.ts';
import { parts, type TaskResult } from './runner/task.ts';

const slowestFiles = 10;
/** Maximum number of lines that are repeated for a failed task. */
const failureLines = 60;

/**
 * The maximum number of tasks that run at the same time: one more than the number of processor cores, because tests
 * mostly wait for timers, sockets and pages.
 */
const workers = availableParallelism() + 1;

async function main(names: readonly string[]): Promise<void> {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run the tests with npm: npm test');
  const start = performance.now();
  const results = await runTasks(findTasks(names, npm), workers, printResult);
  printSlowest(results);
  printFailures(results);
  printSummary(results, (performance.now() - start) / 1_000);
}

function printResult({ task, passed, failed, seconds, output }: TaskResult): void {
  console.log(`\n=== ${task.name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(0)} s ===`);
  console.log(output.trimEnd());
}

function printSlowest(results: readonly TaskResult[]): void {
  const files = results.flatMap(({ milliseconds }) => Object.entries(milliseconds)).toSorted(([, a], [, b]) => b - a);
  if (files.length === 0) return;
  console.log('\n=== slowest files ===');
  for (const [file, milliseconds] of files.slice(0, slowestFiles)) {
    console.log(`${(milliseconds / 1_000).toFixed(0).padStart(5)} s  ${relative(projectFolder, file)}`);
  }
}

/** Repeats the failures near the end of the output, because some build servers show only the end. */
function printFailures(results: readonly TaskResult[]): void {
  for (const { task, failed, output } of results) {
    // If the task was the only one, its output was shown while it ran, and `output` is empty.
    if (failed === 0 || output === '') continue;
    const lines = stripVTControlCharacters(output).trimEnd().split('\n');
    // Mocha ends its output with a list of the failed tests and their errors.
    const list = lines.findIndex((line) => /^ *\d+ failing$/.test(line));
    console.log(`\n=== failed: ${task.name} ===`);
    console.log((list < 0 ? lines.slice(-failureLines) : lines.slice(list, list + failureLines)).join('\n'));
  }
}

function printSummary(results: readonly TaskResult[], seconds: number): void {
  console.log('\n=== summary ===');
  for (const part of parts) {
    const own = results.filter(({ task }) => task.part === part);
    if (own.length > 0) console.log(`${part.padEnd(13)} ${countsOf(own)}`);
  }
  const failed = results.filter((result) => result.failed > 0);
  for (const { task } of failed) console.log(`failed: ${task.name}`);
  console.log(`${seconds.toFixed(0)} s`);
  console.log(countsOf(results));
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function countsOf(results: readonly TaskResult[]): string {
  const sum = (field: 'passed' | 'failed'): number => results.reduce((total, result) => total + result[field], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
