/**
 * `npm test`: every check and every test, on a machine where nothing was installed by hand.
 * `npm test -- unit ui` runs only what is named. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { bundleIntegrationTests } from './hosts/bundleForVsCode.ts';
import type { TestCounts } from './hosts/countingReporter.ts';
import { ensureChromium } from './hosts/ensureChromium.ts';
import { ensureCodeServer } from './hosts/ensureCodeServer.ts';
import { ensureLibreOffice } from './hosts/ensureLibreOffice.ts';
import { ensureServers } from './hosts/ensureServers.ts';
import { projectFolder } from './hosts/projectPaths.ts';
import { runInsideVsCode } from './hosts/runInsideVsCode.ts';

interface Part {
  readonly name: string;
  /** The parts without which this one means nothing; they are run first when only this one is asked for. */
  readonly needs: readonly string[];
  /** Resolves with the exit code. */
  readonly run: (countsFile: string) => Promise<number>;
  /** Whether it writes how many tests passed and failed into the file; otherwise it counts as one. */
  readonly countsTests: boolean;
}

const slowestFiles = 10;

const parts: readonly Part[] = [
  { name: 'provision', needs: [], run: provision, countsTests: false },
  { name: 'lint', needs: [], run: async () => npmScript('lint'), countsTests: false },
  { name: 'check', needs: [], run: async () => npmScript('check'), countsTests: false },
  { name: 'package', needs: [], run: async () => npmScript('package'), countsTests: false },
  { name: 'unit', needs: [], run: async (file) => mocha('unit', file), countsTests: true },
  { name: 'compatibility', needs: [], run: async (file) => mocha('compatibility', file), countsTests: true },
  { name: 'integration', needs: ['provision', 'package'], run: integration, countsTests: true },
  { name: 'ui', needs: ['provision', 'package'], run: async (file) => mocha('ui', file), countsTests: true },
];

async function provision(): Promise<number> {
  const say = (sentence: string): void => console.log(sentence);
  say(`Chromium: ${await ensureChromium(say)}`);
  say(`VS Code: ${await ensureCodeServer(say)}`);
  say(`Servers: ${await ensureServers(say)}`);
  say(`LibreOffice: ${await ensureLibreOffice(say)}`);
  return 0;
}

async function integration(countsFile: string): Promise<number> {
  return runInsideVsCode(await bundleIntegrationTests(), { TALLY_TEST_COUNTS: countsFile });
}

async function mocha(folder: string, countsFile: string): Promise<number> {
  const program = join(projectFolder, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const args = ['--reporter', 'test/hosts/countingReporter.ts', '--forbid-only', '--forbid-pending'];
  const timeout = ['--timeout', folder === 'ui' ? '180000' : '30000'];
  const env = { ...process.env, TALLY_TEST_COUNTS: countsFile };
  return exitCode(process.execPath, [program, ...args, ...timeout, `test/${folder}/**/*.test.ts`], env);
}

async function npmScript(name: string): Promise<number> {
  const npm = process.env['npm_execpath'];
  return npm === undefined
    ? exitCode('npm', ['run', '--silent', name], process.env)
    : exitCode(process.execPath, [npm, 'run', '--silent', name], process.env);
}

async function exitCode(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(program, args, { cwd: projectFolder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.on('error', reject);
  child.on('close', (code) => resolve(code ?? 1));
  return promise;
}

async function countsOf(part: Part): Promise<TestCounts> {
  const temporary = await mkdtemp(join(tmpdir(), 'tally-test-'));
  const file = join(temporary, 'counts.json');
  try {
    const code = await part.run(file).catch((error: unknown) => {
      console.error(error instanceof Error ? (error.stack ?? error.message) : error);
      return 1;
    });
    if (!part.countsTests) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, milliseconds: {} };
    const counts = await readFile(file, 'utf8').then(
      (text) => JSON.parse(text) as TestCounts,
      () => ({ passed: 0, failed: 0, milliseconds: {} }),
    );
    // A suite that broke off, or in which nothing ran, has not passed.
    const broken = counts.failed === 0 && (code !== 0 || counts.passed === 0);
    return broken ? { ...counts, failed: 1 } : counts;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function chosenParts(names: readonly string[]): readonly Part[] {
  const unknown = names.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) {
    throw new Error(`There is no part "${unknown}". The parts are ${parts.map(({ name }) => name).join(', ')}.`);
  }
  if (names.length === 0) return parts;
  const needed = parts.filter(({ name }) => names.includes(name)).flatMap(({ needs }) => needs);
  return parts.filter(({ name }) => names.includes(name) || needed.includes(name));
}

async function main(names: readonly string[]): Promise<void> {
  const results: (TestCounts & { readonly name: string; readonly seconds: number })[] = [];
  for (const part of chosenParts(names)) {
    console.log(`\n=== ${part.name} ===`);
    const start = performance.now();
    const counts = await countsOf(part);
    results.push({ name: part.name, seconds: (performance.now() - start) / 1_000, ...counts });
  }
  console.log('\n=== slowest files ===');
  const files = results.flatMap(({ milliseconds }) => Object.entries(milliseconds)).toSorted(([, a], [, b]) => b - a);
  for (const [file, time] of files.slice(0, slowestFiles)) {
    console.log(`${(time / 1_000).toFixed(0).padStart(5)} s  ${relative(projectFolder, file)}`);
  }
  console.log('\n=== summary ===');
  for (const { name, passed, failed, seconds } of results) {
    console.log(`${name.padEnd(13)} ${passed} passed, ${failed} failed, ${seconds.toFixed(0)} s`);
  }
  const sum = (field: 'passed' | 'failed'): number => results.reduce((total, result) => total + result[field], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
