import { groupHunks, spanOf, type Change } from '../change.ts';
import type { Hunk } from '../lineDiff.ts';
import type { Random } from '../random.ts';
import { isDistinctive, occursOnce } from '../textMatch.ts';
import type { FormWriter, Writing } from './form.ts';
import { drawCopyStyle, type CopyStyle } from './unchangedLines.ts';

type Numbers = 'right' | 'none' | 'wrong';

export const writeDiff: FormWriter = (change, random) => write(change, random, { numbers: 'right' });

export const writeDiffWithoutNumbers: FormWriter = (change, random) =>
  areHunksUnique(change) ? write(change, random, { numbers: 'none' }) : undefined;

export const writeDiffWithWrongNumbers: FormWriter = (change, random) =>
  areHunksUnique(change) ? write(change, random, { numbers: 'wrong' }) : undefined;

/** Context lines without the space at their start. Blank context lines are empty. */
export const writeDiffWithLostSpaces: FormWriter = (change, random) => {
  const context = contextHunks(change).flatMap((hunk) => change.before.slice(hunk.beforeStart, hunk.beforeEnd));
  if (context.some((line) => /^[-+@\\ ]/.test(line) && !line.startsWith('  '))) return undefined;
  if (!areHunksUnique(change)) return undefined;
  return write(change, random, { numbers: random.pick(['right', 'wrong', 'none']), losesSpaces: true });
};

export const writeDiffOfSeveralFiles: FormWriter = (change, random, others) => {
  const other = others.find(({ hunks }) => hunks.length <= 6);
  if (other === undefined) return undefined;
  const names = random.pick<HeaderStyle>(['git', 'prefixed', 'plain']);
  const copyStyle = drawCopyStyle(change.language, random);
  const files = (random.chance(0.5) ? [change, other] : [other, change]).map((each) =>
    [...headerLines(each, names), ...hunkLines(each, copyStyle, 'right', random, false)].join('\n'),
  );
  return { codes: [files.join('\n')], info: 'diff', namesFile: true, details: [names, ...copyStyle.details] };
};

type HeaderStyle = 'git' | 'prefixed' | 'plain' | 'none';

function write(
  change: Change,
  random: Random,
  { numbers, losesSpaces = false }: { readonly numbers: Numbers; readonly losesSpaces?: boolean },
): Writing {
  const headers = random.pick<HeaderStyle>(['git', 'prefixed', 'prefixed', 'plain', 'none']);
  const copyStyle = drawCopyStyle(change.language, random);
  const lines = [...headerLines(change, headers), ...hunkLines(change, copyStyle, numbers, random, losesSpaces)];
  const details = [`headers ${headers}`, `numbers ${numbers}`, ...copyStyle.details];
  return { codes: [lines.join('\n')], info: random.chance(0.9) ? 'diff' : '', namesFile: headers !== 'none', details };
}

function headerLines({ path }: Change, style: HeaderStyle): readonly string[] {
  switch (style) {
    case 'git':
      return [`diff --git a/${path} b/${path}`, 'index 3b18e51..a0423f6 100644', `--- a/${path}`, `+++ b/${path}`];
    case 'prefixed':
      return [`--- a/${path}`, `+++ b/${path}`];
    case 'plain':
      return [`--- ${path}`, `+++ ${path}`];
    case 'none':
      return [];
  }
}

function hunkLines(
  change: Change,
  { copy }: CopyStyle,
  numbers: Numbers,
  random: Random,
  losesSpaces: boolean,
): readonly string[] {
  const bare = random.pick(['@@', '@@ ... @@', '@@ @@']);
  const shift = random.integer(2, 9) * (random.chance(0.5) ? 1 : -1);
  return contextHunks(change).flatMap((outer) => {
    const lines = bodyLines(change, outer, (line) => {
      const copied = copy(line);
      return losesSpaces || (copied === '' && random.chance(0.5)) ? copied : ` ${copied}`;
    });
    if (numbers === 'none') return [bare, ...lines];
    const wrong = numbers === 'wrong' ? shift : 0;
    const range = (start: number, end: number): string =>
      `${Math.max(1, start + (end > start ? 1 : 0) + wrong)},${Math.max(1, end - start + (wrong === 0 ? 0 : random.integer(-2, 2)))}`;
    const old = range(outer.beforeStart, outer.beforeEnd);
    return [`@@ -${old} +${range(outer.afterStart, outer.afterEnd)} @@`, ...lines];
  });
}

function bodyLines({ before, after, hunks }: Change, outer: Hunk, context: (line: string) => string): string[] {
  const lines: string[] = [];
  let position = outer.beforeStart;
  for (const hunk of hunks) {
    if (hunk.beforeStart < outer.beforeStart || hunk.beforeEnd > outer.beforeEnd) continue;
    lines.push(...before.slice(position, hunk.beforeStart).map(context));
    lines.push(...before.slice(hunk.beforeStart, hunk.beforeEnd).map((line) => `-${line}`));
    lines.push(...after.slice(hunk.afterStart, hunk.afterEnd).map((line) => `+${line}`));
    position = hunk.beforeEnd;
  }
  return [...lines, ...before.slice(position, outer.beforeEnd).map(context)];
}

/** Returns the hunks with three lines of context, joined where they touch. */
function contextHunks({ before, hunks }: Change): readonly Hunk[] {
  return groupHunks(hunks, 6).map((group) => {
    const span = spanOf(group);
    const above = Math.min(3, span.beforeStart);
    const below = Math.min(3, before.length - span.beforeEnd);
    return {
      beforeStart: span.beforeStart - above,
      beforeEnd: span.beforeEnd + below,
      afterStart: span.afterStart - above,
      afterEnd: span.afterEnd + below,
    };
  });
}

function areHunksUnique(change: Change): boolean {
  return contextHunks(change).every(({ beforeStart, beforeEnd }) => {
    const old = change.before.slice(beforeStart, beforeEnd);
    return old.some(isDistinctive) && occursOnce(old, change.before);
  });
}
