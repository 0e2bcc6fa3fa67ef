/** Returns a line as a tolerant search compares it: without outer space, and with one style of quotes. */
function normalLine(line: string): string {
  return line.trim().replaceAll(/["`]/g, "'");
}

/** Returns true if the line tells places apart: it has at least four letters or digits. */
export function isDistinctive(line: string): boolean {
  return (line.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 4;
}

/** Returns the first lines of all places in `lines` where `wanted` occurs, compared as a tolerant search does. */
export function placesOf(wanted: readonly string[], lines: readonly string[]): readonly number[] {
  const normal = lines.map(normalLine);
  const [first = '', ...others] = wanted.map(normalLine);
  const places: number[] = [];
  for (let start = normal.indexOf(first); start >= 0; start = normal.indexOf(first, start + 1)) {
    if (others.every((line, index) => normal[start + 1 + index] === line)) places.push(start);
  }
  return wanted.length === 0 ? [] : places.filter((start) => start + wanted.length <= lines.length);
}

export function occursOnce(wanted: readonly string[], lines: readonly string[]): boolean {
  return placesOf(wanted, lines).length === 1;
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)![0];
}

export function isBlank(line: string): boolean {
  return line.trim() === '';
}
