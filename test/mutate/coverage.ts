import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Maps the path of each source file to its ranges: one list for each process that loaded the file. */
export type Coverage = ReadonlyMap<string, readonly ScriptRanges[]>;

/** The ranges of a source file in one process. Each range has the number of times that the process executed it. */
export type ScriptRanges = readonly Range[];

/**
 * A range of a source file, with offsets in UTF-16 units. V8 reports the offsets in the code that Node executes. These
 * offsets are also valid in the source file, because Node replaces each type with spaces of the same length.
 */
interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** The part of V8's coverage report that `readCoverage` uses. */
interface CoverageReport {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

/**
 * Reads the coverage that all processes of a test run wrote into `folder`.
 * Returns the coverage of the files in the folder `project`, except those in its `node_modules`.
 * The paths are relative to `project`, with `/` as separator.
 */
export async function readCoverage(folder: string, project: string): Promise<Coverage> {
  const coverage = new Map<string, ScriptRanges[]>();
  for (const name of await readdir(folder)) {
    const report = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as CoverageReport;
    for (const { url, functions } of report.result) {
      const file = url.startsWith('file:')
        ? path.relative(project, fileURLToPath(url)).split(path.sep).join('/')
        : '..';
      if (file.startsWith('..') || file.startsWith('node_modules/')) continue;
      coverage.set(file, [...(coverage.get(file) ?? []), functions.flatMap(({ ranges }) => ranges)]);
    }
  }
  return coverage;
}

/** Returns true if at least one process executed the narrowest range around `offset`. */
export function isExecuted(coverage: Coverage, file: string, offset: number): boolean {
  return coverage.get(file)?.some((ranges) => countAt(ranges, offset) > 0) === true;
}

function countAt(ranges: ScriptRanges, offset: number): number {
  let narrowest: Range = { startOffset: 0, endOffset: Infinity, count: 0 };
  for (const range of ranges) {
    const isAround = range.startOffset <= offset && offset < range.endOffset;
    const length = range.endOffset - range.startOffset;
    if (isAround && length <= narrowest.endOffset - narrowest.startOffset) narrowest = range;
  }
  return narrowest.count;
}
