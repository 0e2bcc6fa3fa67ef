import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

export interface TestRun {
  /** A project's folder; its package.json has mocha's options. */
  readonly project: string;
  /** Path from the project's folder. */
  readonly testFile: string;
  /** Folder for the files that the tests write. */
  readonly temporary: string;
  /** In milliseconds. */
  readonly timeLimit: number;
  /** If set, V8 writes the coverage of all processes into this folder. Otherwise the first failure ends the run. */
  readonly coverage?: string;
}

export interface TestResult {
  readonly passed: boolean;
  /** How it failed: the first failed test and its error, the time limit, or the last output. Empty if it passed. */
  readonly failure: string;
  readonly milliseconds: number;
}

/** The counts of optimised code are incomplete. */
const coverageFlags = ['--no-opt', '--no-maglev'];
const coverageOptions = ['--require', './test/mutate/longerTimeouts.ts'];

/** Bounds the output that is kept, in UTF-16 units. */
const keptOutput = 2_000;

/** Runs mocha on one test file, in a new process. Ends all processes that it has started before it resolves. */
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
    // A process group of its own, which can be ended as a whole.
    detached: process.platform !== 'win32',
  });
  const { code, output, timedOut } = await outcomeOf(child, timeLimit);
  const milliseconds = performance.now() - start;
  const failure = await firstFailure(report);
  await rm(own, { recursive: true, force: true, maxRetries: 5 });
  if (timedOut) return { passed: false, failure: `time limit of ${(timeLimit / 1_000).toFixed(0)} s`, milliseconds };
  if (code === 0 && failure === '') return { passed: true, failure: '', milliseconds };
  // Without a failed test, mocha could not load the files or the process crashed.
  return { passed: false, failure: failure ? failure : `exit code ${code ?? '?'}: ${output.trim()}`, milliseconds };
}

async function outcomeOf(child: ChildProcess, timeLimit: number) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-keptOutput)));
  }
  const end = (): void => endGroup(child);
  // Runs before the exit listener that removes their folder.
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
    // No process of the group is left.
  }
}

/** The title and error of the first failed test; empty if none failed, undefined if mocha wrote no report. */
async function firstFailure(report: string): Promise<string | undefined> {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { failures } = JSON.parse(text) as MochaReport;
  const [first] = failures;
  return first === undefined ? '' : `"${first.fullTitle}": ${first.err.message ?? ''}`;
}

/** The part of mocha's JSON report that is read here. */
interface MochaReport {
  readonly failures: readonly { readonly fullTitle: string; readonly err: { readonly message?: string } }[];
}
