import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** `show` prints the program's output. `keep` collects the output for the error message. */
  readonly output: 'show' | 'keep';
}

/**
 * Runs a program without standard input. Resolves when the program ends with exit code 0.
 * Rejects if the program cannot be started, ends with another exit code, or is ended by a signal.
 * If the program was started and `output` is `keep`, the error contains the program's output.
 */
export async function runProgram(program: string, args: readonly string[], options: RunOptions): Promise<void> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', options.output === 'show' ? 'inherit' : 'pipe', options.output === 'show' ? 'inherit' : 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  child.on('error', reject);
  child.on('close', (code, signal) => {
    if (code === 0) resolve(undefined);
    else
      reject(
        new Error(
          `${program} ${args.join(' ')} ended with ${signal ?? `exit code ${code ?? '?'}`}.\n${printed}`.trim(),
        ),
      );
  });
  await promise;
}
