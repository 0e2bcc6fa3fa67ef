import { delimiter, dirname } from 'node:path';
import { runProgram } from './runProgram.ts';

/**
 * Runs npm in a folder: `install`, with what it is to install, or `ci`, with more options if need be.
 * Never runs install scripts: those compile modules, which would need a compiler, the Kerberos headers and
 * Node's headers. Rejects with what npm printed, within seconds when the registry cannot be found.
 */
export async function npmInstall(folder: string, command: 'install' | 'ci', ...more: readonly string[]): Promise<void> {
  const npm = process.env['npm_execpath'];
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm's own waits between attempts are 10 and 60 seconds.
  const retries = ['--fetch-retries=3', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=2000'];
  await runProgram(program, [...first, command, '--prefix', folder, ...options, ...retries, ...more], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` },
    output: 'keep',
  });
}
