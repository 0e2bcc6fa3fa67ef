import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export interface MutateOptions {
  /** The folder or file to mutate, as written on the command line. */
  readonly folder: string;
  readonly count: number;
  readonly seed: number;
  /** The number of mutants that are tested at the same time. A mutant is the project with one small change. */
  readonly parallel: number;
  /** A folder of tests or one test file. No other tests run. */
  readonly tests: string;
  /** File for a JSON report. */
  readonly json: string | undefined;
}

export const allTests = 'test/unit';

const options = {
  parallel: { type: 'string', default: String(availableParallelism()) },
  tests: { type: 'string', default: allTests },
  json: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export const usageText = `Mutation testing: changes the source in small ways and lists the changes that no unit test notices.

  npm run mutate -- [options] FOLDER COUNT SEED

  FOLDER               folder or file to mutate, such as src/meter
  COUNT                how many mutants to try
  SEED                 any whole number; the same seed and code draw the same mutants
  --tests ${allTests}    only the tests in this folder: quicker, but more mutants survive
  --parallel ${options.parallel.default.padEnd(10)}how many mutants to try side by side
  --json FILE          also writes all results into FILE
  --help               this text`;

/**
 * Reads the command line. Throws an error if an option is unknown. Returns `help` if `--help` is given.
 * Without `--help`, also throws an error if an argument is missing or invalid.
 */
export function parseCommandLine(words: readonly string[]): MutateOptions | 'help' {
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  if (values.help) return 'help';
  const [folder, count, seed] = positionals;
  if (folder === undefined || positionals.length !== 3) throw new Error('FOLDER, COUNT and SEED are needed.');
  return {
    folder,
    count: readNumber('COUNT', count),
    seed: readNumber('SEED', seed),
    parallel: Math.max(1, readNumber('--parallel', values.parallel)),
    tests: values.tests,
    json: values.json,
  };
}

function readNumber(name: string, value = ''): number {
  if (!/^\d{1,9}$/.test(value)) throw new Error(`${name} must be a whole number, not "${value}".`);
  return Number(value);
}
