import { delimiter, dirname } from 'node:path';
import { runProgram } from './runProgram.ts';

/**
 * Runs `npm install` or `npm ci` in a folder. `more` contains packages to install and further options.
 * Does not run install scripts, because some of them need a compiler and the headers of Kerberos and Node.
 * If npm fails, rejects with an error that contains npm's output.
 */
export async function npmInstall(folder: string, command: 'install' | 'ci', ...more: readonly string[]): Promise<void> {
  const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(folder, command, '--prefix', folder, ...options, ...more);
}

/** Runs npm in a folder. If npm fails, rejects with an error that contains npm's output. */
export async function runNpm(folder: string, command: string, ...options: readonly string[]): Promise<void> {
  const npm = process.env['npm_execpath'];
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  // With these options, npm fails within seconds if it cannot find the registry's host. By default, npm would wait 10
  // seconds before its second attempt and 60 seconds before its third attempt.
  const retries = ['--fetch-retries=3', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=2000'];
  await runProgram(program, [...first, command, ...retries, ...options], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` },
    output: 'keep',
  });
}
