import { commentText } from '../fragments/elision.ts';
import { isVersion } from '../lines/similarLines.ts';
import type { Language } from '../languages.ts';
import { alignLines } from '../lines/alignLines.ts';
import { editedLines, type LineEdit } from '../lines/fileLines.ts';
import { codeBetween, codeIn, type CodeLines } from './codeLines.ts';

/** More lines, or longer ones, explain a removal. */
const [maxLines, maxLength] = [2, 120];

/** Words that explain why there is no code. */
const removal =
  /\b(?:removed?|deleted?|dropped|no longer|not needed|unneeded|unnecessary|obsolete|deprecated|moved|replaced|instead|disabled|handled|todo|fixme)\b/i;

/** If more pairs of lines would be compared, no line counts as a version of another one. */
const maxCompared = 10_000;

/**
 * Returns true if a new comment of a change is alone in the place of code that vanishes: the lines around it are in the
 * file, but not next to each other. The line before it may be changed. A changed line after it may be what it documents.
 * The comment probably stands for the code between the lines. A comment that explains the removal does not, nor does the
 * code itself as a comment.
 *
 * @param edits In ascending order, without overlaps.
 */
export function hasPlaceholder(edits: readonly LineEdit[], fileLines: readonly string[], language: Language): boolean {
  const isComment = (text: string) => /\p{L}/u.test(commentText(text.trim(), language)?.slice(0, maxLength) ?? '');
  if (language.id === 'markdown' || !edits.some(({ lines }) => lines.some(isComment))) return false;
  const [before, after] = [codeIn(fileLines, language), codeIn(editedLines(fileLines, edits), language)];
  const aligned = alignLines(before.texts, after.texts);
  const versions = withVersions(before, after, aligned);
  const known = new Set(before.texts);
  const added = new Set(after.texts.filter((_, line) => (aligned[line] ?? -1) < 0));
  const lostBetween = (start: number, end: number) =>
    codeBetween(before, start, end).filter((line) => !added.has(line));
  /** The new comments after the last line of the file, which is in the line `oldStart`; undefined after new code. */
  let comments: string[] | undefined = [];
  let oldStart = -1;
  for (let line = 0; line <= after.texts.length; line += 1) {
    const text = after.texts[line] ?? '';
    const isEnd = line === after.texts.length;
    const oldEnd = isEnd ? before.texts.length : (aligned[line] ?? -1);
    const version = versions[line] ?? -1;
    if (text === '' && !isEnd) continue;
    if (oldEnd >= 0) {
      if (comments !== undefined && standFor(comments, lostBetween(oldStart, oldEnd), language)) return true;
      [comments, oldStart] = [[], oldEnd];
    } else if (version >= 0) [comments, oldStart] = [[], version];
    else if (after.isCode[line] === true) comments = undefined;
    else if (isComment(text) && !known.has(text)) comments?.push(text);
  }
  return false;
}

/** Aligns each new line of code with the first version of it among the old lines between the lines that are aligned. */
function withVersions(before: CodeLines, after: CodeLines, aligned: Int32Array): Int32Array {
  const result = aligned.slice();
  let steps = 0;
  let oldStart = 0;
  let start = 0;
  for (let end = 0; end <= aligned.length; end += 1) {
    const oldEnd = end === aligned.length ? before.texts.length : (aligned[end] ?? -1);
    if (oldEnd < 0) continue;
    for (let line = start; line < end; line += 1) {
      if (after.isCode[line] !== true) continue;
      for (let old = oldStart; old < oldEnd && steps < maxCompared; old += 1) {
        steps += 1;
        if (before.isCode[old] !== true || !isVersion(before.texts[old] ?? '', after.texts[line] ?? '')) continue;
        result[line] = old;
        oldStart = old + 1;
        break;
      }
    }
    [start, oldStart] = [end + 1, oldEnd + 1];
  }
  return result;
}

function standFor(comments: readonly string[], lost: readonly string[], language: Language): boolean {
  if (comments.length === 0 || lost.length === 0) return false;
  if (comments.length > maxLines || comments.some((text) => text.length > maxLength)) return false;
  const codeOf = (text: string) => text.replaceAll(/[\s;]/g, '');
  const old = new Set(lost.map(codeOf));
  return !comments.some((text) => {
    const comment = commentText(text, language) ?? '';
    return removal.test(comment) || old.has(codeOf(comment));
  });
}
