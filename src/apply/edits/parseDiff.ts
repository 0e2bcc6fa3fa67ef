/** A line of a hunk: unchanged context, or a removed or an added line. */
export interface HunkLine {
  readonly kind: 'context' | 'removed' | 'added';
  readonly text: string;
}

export interface Hunk {
  /** The number of the first old line, counted from 1, as the hunk's header states it. */
  readonly oldStart: number | undefined;
  /** The text after the second `@@` of the header: usually the header of the function that contains the hunk. */
  readonly heading: string;
  readonly lines: readonly HunkLine[];
  /** The same lines if the marks of context lines are missing. Undefined if no context line can be read like this. */
  readonly unmarked: readonly HunkLine[] | undefined;
  /** The header states more lines than the hunk has. */
  readonly isCut: boolean;
}

/** The part of a diff that changes one file. The paths are as written, without `a/` and `b/`. */
export interface FileDiff {
  readonly oldPath: string | undefined;
  readonly newPath: string | undefined;
  readonly hunks: readonly Hunk[];
  /** The lines [start, end) of the diff. */
  readonly start: number;
  readonly end: number;
}

const hunkHeader = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(.*)$/;
/**
 * Models miscount the lines of a hunk. A hunk may lack this number of lines if it ends with context, or if as many old as
 * new lines are missing, because then probably only context is missing.
 */
const maxMiscount = 2;
/** The same if both hold. */
const maxMissingContext = 6;
const fileHeader =
  /^(?:diff --git |index [0-9a-f]+\.\.|(?:new|deleted) file mode |(?:old|new) mode |similarity index |rename (?:from|to) |Index: |={67})/;
const patchFileHeader = /^\*\*\* (?:Update|Add|Delete) File: (.+)$/;
const patchFrame = /^\*\*\* (?:Begin Patch|End Patch|End of File)/;

/**
 * Parses a unified diff, or a patch in the format `*** Begin Patch`. Tolerates missing headers, wrong or missing line
 * numbers, and missing spaces before context lines. A `...` line between hunk lines separates hunks.
 */
export function parseDiff(code: string): readonly FileDiff[] {
  const lines = code.split(/\r?\n/);
  const files: FileDiff[] = [];
  let paths: Pick<FileDiff, 'oldPath' | 'newPath'> | undefined;
  let hunks: Hunk[] = [];
  let header: RegExpExecArray | undefined;
  let heading = '';
  let body: string[] = [];
  let isInHunk = false;
  const endHunk = () => {
    const hunk = createHunk(body, header, heading);
    if (hunk !== undefined) hunks.push(hunk);
    [header, heading, body] = [undefined, '', []];
  };
  let start = 0;
  const endFile = (end: number) => {
    endHunk();
    isInHunk = false;
    if (paths === undefined && hunks.length === 0) return;
    files.push({ oldPath: paths?.oldPath, newPath: paths?.newPath, hunks, start, end });
    [paths, hunks, start] = [undefined, [], end];
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const next = lines[index + 1] ?? '';
    const patched = patchFileHeader.exec(line)?.[1];
    if (patched !== undefined) {
      endFile(index);
      paths = { oldPath: patched.trim(), newPath: patched.trim() };
    } else if (isPathHeader(line, next, lines[index + 2], isInHunk || body.length > 0)) {
      endFile(index);
      paths = { oldPath: pathOf(line), newPath: pathOf(next) };
      index += 1;
    } else if (line.startsWith('@@')) {
      endHunk();
      isInHunk = true;
      header = hunkHeader.exec(line) ?? undefined;
      heading = (header?.[5] ?? line.replace(/^@@(?:[^@]*@@)?/, '')).trim();
    } else if (fileHeader.test(line)) endFile(index);
    else if (/^\s*(?:\.\.\.|…)\s*$/.test(line)) endHunk();
    else if (!patchFrame.test(line) && !line.startsWith('\\')) body.push(line);
  }
  endFile(lines.length);
  return files;
}

/** Returns true if the lines are the headers `--- old` and `+++ new`, and not a removed and an added line. */
function isPathHeader(line: string, next: string, afterNext: string | undefined, isInHunk: boolean): boolean {
  if (!/^--- \S/.test(line) || !/^\+\+\+ \S/.test(next)) return false;
  return !isInHunk || afterNext === undefined || afterNext.startsWith('@@');
}

/** Returns the path in a line such as `+++ b/src/cart.ts`, without a time after it; undefined for `/dev/null`. */
function pathOf(line: string): string | undefined {
  const path = (line.slice(4).split('\t')[0] ?? '').trim().replace(/^"(.*)"$/, '$1');
  return path === '/dev/null' ? undefined : path.replace(/^[ab]\//, '');
}

function createHunk(body: readonly string[], header: RegExpExecArray | undefined, heading: string): Hunk | undefined {
  const raw = withoutBlankEnds(body, header);
  if (raw.length === 0) return undefined;
  const lines = raw.map((line) => toHunkLine(line, true));
  const isUnmarked = raw.some((line, index) => lines[index]?.kind === 'context' && line !== '');
  const count = (kinds: readonly HunkLine['kind'][]) => lines.filter(({ kind }) => kinds.includes(kind)).length;
  const stated = (group: number) => Number(header?.[group] ?? 1);
  const missingOld = stated(2) - count(['context', 'removed']);
  const missingNew = stated(4) - count(['context', 'added']);
  const missing = Math.min(missingOld, missingNew);
  const endsWithContext = lines.at(-1)?.kind === 'context';
  const isOnlyContextMissing = missingOld === missingNew;
  const allowed = endsWithContext === isOnlyContextMissing ? (endsWithContext ? maxMissingContext : 0) : maxMiscount;
  return {
    oldStart: header === undefined ? undefined : Number(header[1]),
    heading,
    lines,
    unmarked: isUnmarked ? raw.map((line) => toHunkLine(line, false)) : undefined,
    isCut: header !== undefined && missing > allowed,
  };
}

/** Removes blank lines at the ends of a hunk, except those that its header counts. */
function withoutBlankEnds(body: readonly string[], header: RegExpExecArray | undefined): readonly string[] {
  let start = 0;
  let end = body.length;
  let oldLines = body.filter((line) => !line.startsWith('+')).length;
  const stated = header === undefined ? 0 : Number(header[2] ?? 1);
  while (end > start && oldLines > stated && body[end - 1]?.trim() === '') {
    end -= 1;
    oldLines -= 1;
  }
  while (header === undefined && start < end && body[start]?.trim() === '') start += 1;
  return body.slice(start, end);
}

function toHunkLine(line: string, isMarked: boolean): HunkLine {
  if (line.startsWith('+')) return { kind: 'added', text: line.slice(1) };
  if (line.startsWith('-')) return { kind: 'removed', text: line.slice(1) };
  return { kind: 'context', text: isMarked && line.startsWith(' ') ? line.slice(1) : line };
}
