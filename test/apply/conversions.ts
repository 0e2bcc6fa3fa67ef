import type { Change } from './change.ts';
import type { FormName } from './forms/form.ts';
import type { Random } from './random.ts';
import { isBlank } from './textMatch.ts';

/** Forms that copy unchanged lines only to find the place, so that a model may lose the space at their ends. */
const formsWithContext: ReadonlySet<FormName> = new Set([
  'diff',
  'diffWithoutNumbers',
  'diffWrongNumbers',
  'diffLostSpaces',
  'searchReplace',
  'neighbours',
  'elidedAround',
]);

/** Converts some files, before and after alike: their line breaks, their end, or the ends of unchanged lines. */
export function convertChange(
  change: Change,
  form: FormName,
  random: Random,
): { readonly change: Change; readonly details: readonly string[] } {
  const [toCrlf, withoutEnd, withSpaces] = [random.chance(0.2), random.chance(0.1), random.chance(0.2)];
  const details: string[] = [];
  let converted = change;
  if (toCrlf && change.lineBreak === '\n') {
    converted = { ...converted, lineBreak: '\r\n' };
    details.push('CRLF');
  }
  if (withoutEnd && change.endsWithLineBreak) {
    converted = { ...converted, endsWithLineBreak: false };
    details.push('no final line break');
  }
  if (withSpaces && formsWithContext.has(form)) {
    converted = addTrailingSpaces(converted, random);
    details.push('trailing spaces');
  }
  return { change: converted, details };
}

/** Adds trailing spaces to some unchanged lines within five lines of each hunk. */
function addTrailingSpaces(change: Change, random: Random): Change {
  const before = [...change.before];
  const after = [...change.after];
  for (const [index, hunk] of change.hunks.entries()) {
    const previousEnd = change.hunks[index - 1]?.beforeEnd ?? 0;
    for (let distance = 1; distance <= 5 && hunk.beforeStart - distance >= previousEnd; distance += 1) {
      const line = before[hunk.beforeStart - distance]!;
      if (isBlank(line) || /[\\\s]$/.test(line) || !random.chance(0.5)) continue;
      before[hunk.beforeStart - distance] = `${line}  `;
      after[hunk.afterStart - distance] = `${line}  `;
    }
  }
  return { ...change, before, after };
}
