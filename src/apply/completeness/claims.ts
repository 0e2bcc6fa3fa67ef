import { commentText } from '../fragments/elision.ts';
import { isSimilar } from '../lines/similarLines.ts';
import type { Language } from '../languages.ts';
import { alignLines } from '../lines/alignLines.ts';
import { editedLines, type LineEdit } from '../lines/fileLines.ts';
import { codeBetween, codeIn } from './codeLines.ts';

/** A statement of a comment about the code at its place. */
interface Claim {
  readonly kind: 'unchanged' | 'removed';
  /** The comment is a remark about the change. Otherwise, it may also document the code. */
  readonly isCertain: boolean;
}

/** The maximum length of a comment, and the maximum number of its words. */
const [maxLength, maxWords] = [120, 9];
/** If more pairs of lines would be compared, only the numbers of lines are. */
const maxCompared = 10_000;

const unchanged =
  /\b(?:unchanged|untouched|(?:is|are|stays?|remains?) (?:exactly )?the same|as (?:is|before|it was)|same as (?:before|above))(?: (?:here|below|above|as before))?[.;:]?$|^(?:unchanged|no changes?|same [\w ]{1,30} as (?:before|above))\b/i;
/** Names of left-out code, such as `existing validation`. */
const named =
  /^(?:(?:the|all|your|our|other) )?(?:existing|previous|original|same|remaining)(?: [\w-]+){1,4}[.;:]?$|^\W*snip(?:ped)?\W*$|^(?:etc|and so on|as it is|nothing (?:else )?changes?(?: here| above| below)?)\.?$|\bas (?:it is|they are)\.?$|\b(?:does not|doesn't|do not|don't) change\.?$|\bfor (?:brevity|clarity|simplicity)\b/i;
/** The words of other languages for the rest, and for unchanged, existing and omitted code. */
const foreign =
  /unverändert|bestehende|vorhandene|restliche|übrige|inchangé|existant|\breste d|\bresto d|existente|restante|sin cambios|inalterad|invariat|esistente|остальн|существующ|без изменений|其余|剩余|其他代码|不变|现有|原有|省略|既存|変更なし|残り|기존|나머지/i;
const removed =
  /^(?:removed|deleted)(?::| \S)|^\S+(?: \S+){0,3} (?:removed|deleted)(?: (?:here|from here|entirely))?[.;:]?$/i;
const certainlyRemoved = /^(?:removed|deleted):|\b(?:been|now) (?:removed|deleted)\b/i;
/** A sentence that documents code, such as `keeps the list unchanged` or `if both are the same`. */
const documentation =
  /^(?:keep|leave|return|make|pass|let|preserve|hold|store|compare|ensure|use|set|write|copy|copie|skip|work|behave|treat)(?:e?s)?\b|^(?:if|when|whether|while|until|after|before|once|unless|because|since|so|this|it|they|these|that|we|nothing|not|only|called|used|must|should)\b|^(?!(?:all|the|removed|deleted)\b)\w+ (?:the|an?|its|their|this|that|if|when|whether)\b|^no changes? (?!to\b|in\b|for\b|here\b|below\b|above\b|needed\b|required\b)/i;
/** A sentence about code or data that was removed before. */
const aboutRemoved = /\b(?:is|are|was|were|be|get|gets|must|may|can|will|to|not|stays?|remains?) /i;

/** Returns what a comment claims; undefined for other lines. */
function claimOf(line: string, language: Language): Claim | undefined {
  const text = line.trim();
  if (text.length > maxLength || language.id === 'markdown') return undefined;
  const comment = commentText(text, language)?.replaceAll(/^[([<]|[)\]>]$/g, '');
  if (comment === undefined || comment.split(/\s+/).length > maxWords) return undefined;
  const isDocumentation = documentation.test(comment);
  if (unchanged.test(comment) || named.test(comment) || foreign.test(comment))
    return { kind: 'unchanged', isCertain: !isDocumentation };
  if (!removed.test(comment) || isDocumentation || aboutRemoved.test(comment)) return undefined;
  return { kind: 'removed', isCertain: certainlyRemoved.test(comment) };
}

/** Returns the lines of a block that say that code is unchanged, without documentation and without lines of the file. */
export function unchangedClaims(
  lines: readonly string[],
  fileLines: readonly string[],
  language: Language,
): ReadonlySet<string> {
  const found = lines.filter((line) => {
    const claim = claimOf(line, language);
    return claim?.kind === 'unchanged' && claim.isCertain;
  });
  const claims = new Set(found.map((line) => line.trim()));
  if (claims.size > 0) for (const line of fileLines) claims.delete(line.trim());
  return claims;
}

/**
 * Returns the new comments of a change, trimmed, that are not true: they say that code is unchanged where lines of code
 * vanish, or that code is removed where none vanishes.
 *
 * @param edits In ascending order, without overlaps.
 */
export function falseClaims(
  edits: readonly LineEdit[],
  fileLines: readonly string[],
  language: Language,
): ReadonlySet<string> {
  const found = new Set<string>();
  if (!edits.some(({ lines }) => lines.some((line) => claimOf(line, language) !== undefined))) return found;
  const [before, after] = [codeIn(fileLines, language), codeIn(editedLines(fileLines, edits), language)];
  const known = new Set(before.texts);
  const aligned = alignLines(before.texts, after.texts);
  let [start, oldStart] = [-1, -1];
  for (let end = 0; end <= after.texts.length; end += 1) {
    const oldEnd = end === after.texts.length ? before.texts.length : (aligned[end] ?? -1);
    if (oldEnd < 0 || (end < after.texts.length && !/\w/.test(after.texts[end] ?? ''))) continue;
    const [old, own] = [codeBetween(before, oldStart, oldEnd), codeBetween(after, start, end)];
    let isLossy: boolean | undefined;
    for (let line = start + 1; line < end; line += 1) {
      const text = after.texts[line] ?? '';
      const claim = known.has(text) ? undefined : claimOf(text, language);
      if (claim === undefined) continue;
      // A comment above new code may document it.
      const isAboveNew = line + 1 < end && after.isCode[line + 1] === true;
      isLossy ??= hasLostLine(old, own);
      const loses = old.length > own.length || (!isAboveNew && isLossy);
      const isFalse = claim.kind === 'unchanged' ? loses : !loses && (claim.isCertain || !isAboveNew);
      if (isFalse) found.add(text);
    }
    [start, oldStart] = [end, oldEnd];
  }
  return found;
}

/** Returns true if one of the old lines has become none of the new ones. */
function hasLostLine(old: readonly string[], own: readonly string[]): boolean {
  if (old.length * own.length > maxCompared) return old.length > own.length;
  const left = [...own];
  return old.some((line) => {
    const index = left.findIndex((each) => isSimilar(line, each));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
