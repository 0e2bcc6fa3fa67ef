import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

export interface TestRun {
  /** Folder of a copy of the project. Mocha reads its options from the package.json in this folder. */
  readonly project: string;
  /** Path relative to `project`. */
  readonly testFile: string;
  /** Folder for the temporary files of the run. */
  readonly temporary: string;
  /** Time limit for all tests of the file together, in milliseconds. */
  readonly timeLimit: number;
  /**
   * Folder into which V8 writes the coverage of mocha and of the processes that the tests start.
   * If undefined, no coverage is measured, and the first failed test ends the run.
   */
  readonly coverage?: string;
}

export interface TestResult {
  readonly passed: boolean;
  /**
   * Empty if the run passed. Contains the time limit if the run reached it. Otherwise contains the first failed test
   * and its error. If no failed test is known, contains the exit code and the end of the output instead.
   */
  readonly failure: string;
  readonly milliseconds: number;
}

/** Turns off V8's optimisation, because the execution counts of optimised code are incomplete. */
const coverageFlags = ['--no-opt', '--no-maglev'];
const coverageOptions = ['--require', './test/mutate/longerTimeouts.ts'];

/** Only the end of mocha's output is stored, with at most this many UTF-16 units. */
const keptOutput = 2_000;

/**
 * Runs mocha on one test file, in a new process.
 * Before the promise resolves, ends mocha's process and the other processes of its process group.
 * On Windows, ends only mocha's process.
 */
export async function runTests({ project, testFile, temporary, timeLimit, coverage }: TestRun): Promise<TestResult> {
  await mkdir(temporary, { recursive: true });
  const own = await mkdtemp(path.join(temporary, 'run-'));
  const report = path.join(own, 'report.json');
  const mocha = path.join('node_modules', 'mocha', 'bin', 'mocha.js');
  const reporter = ['--reporter', 'json', '--reporter-option', `output=${report}`];
  const environment = { ...process.env, TMPDIR: own, TMP: own, TEMP: own };
  const [flags, options] = coverage === undefined ? [[], ['--bail']] : [coverageFlags, coverageOptions];
  const start = performance.now();
  const child = spawn(process.execPath, [...flags, mocha, ...options, ...reporter, testFile], {
    cwd: project,
    env: coverage === undefined ? environment : { ...environment, NODE_V8_COVERAGE: coverage },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Starts a process group, which `endGroup` can end as a whole.
    detached: process.platform !== 'win32',
  });
  const { code, output, timedOut } = await outcomeOf(child, timeLimit);
  const milliseconds = performance.now() - start;
  // Processes that were killed may have left an incomplete report.
  const failure = timedOut ? undefined : await firstFailure(report);
  await rm(own, { recursive: true, force: true, maxRetries: 5 });
  if (timedOut) return { passed: false, failure: `time limit of ${(timeLimit / 1_000).toFixed(0)} s`, milliseconds };
  if (code === 0 && failure === '') return { passed: true, failure: '', milliseconds };
  // If no failed test is known, mocha could not load the file, crashed, or wrote no report.
  return { passed: false, failure: failure ? failure : `exit code ${code ?? '?'}: ${output.trim()}`, milliseconds };
}

async function outcomeOf(child: ChildProcess, timeLimit: number) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-keptOutput)));
  }
  const end = (): void => endGroup(child);
  // Prepends the listener, so that the processes end before another exit listener removes their folder.
  process.prependListener('exit', end);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeLimit);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return { code, output, timedOut };
  } finally {
    clearTimeout(timer);
    end();
    process.off('exit', end);
  }
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All processes of the group have ended already.
  }
}

/**
 * Reads mocha's report and returns the title and error of the first failed test.
 * Returns '' if no test failed, and undefined if there is no report.
 */
async function firstFailure(report: string): Promise<string | undefined> {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { failures } = JSON.parse(text) as MochaReport;
  const [first] = failures;
  return first === undefined ? '' : `"${first.fullTitle}": ${first.err.message ?? ''}`;
}

/** The part of mocha's JSON report that `firstFailure` uses. */
interface MochaReport {
  readonly failures: readonly { readonly fullTitle: string; readonly err: { readonly message?: string } }[];
}
