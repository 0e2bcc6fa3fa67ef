import { maxLineLength } from './pathText.ts';

/** The level of a bold line. It is below all headings. */
export const boldLevel = 7;
/** The level of a bold line that continues the section, such as `**After:**`. */
const partLevel = 8;

const bold = /^(?:\d{1,3}[.)]\s{1,3})?\*\*[^*]+\*\*:?$/;
const part = /^\W{0,9}(?:before|after|old|new|current|original|updated|replace|with|find|change|to)\b[^`./]{0,40}$/i;
/** Words before a block that stays. */
const keeps = /\b(?:not|never|leave|keep|keeps|stays?|unchanged)\b|n['’]t\b/i;
/** The end of the text before a block that another block replaces. */
const asksToReplace =
  /(?:^|[.,;:]\s|\b(?:and|then|now|please|should|must|can|need to|have to|to)\s)\W{0,9}(?:(?:change|replace|swap)\b|update (?=this|these|the (?:line|code)))(?:[^.]|\.(?=\w)){0,80}$/i;
/** The same, if the text between the blocks asks to replace it. */
const asksToFind =
  /(?:^|[.,;:]\s|\b(?:and|then|now|please)\s)\W{0,9}(?:find|locate|look for)\b(?:[^.]|\.(?=\w)){0,80}$/i;
/** The whole text before such a block, as in `Before:` and `The current code is:`. */
const namesOld =
  /^\W{0,9}(?:the\s|your\s)?(?:before|old|current|original)(?:\s(?:code|version|lines?|implementation|block|function|method))?(?:\s(?:in|of|from)\s`[^`]{1,80}`)?(?:\s(?:is|are|was))?\W{0,5}$/i;
/** The whole text between such a block and the one that replaces it. */
const introducesNew =
  /^\W{0,9}(?:(?:and|then|now)\s)?(?:(?:replace|change|swap|update)\s(?:(?:it|this|that|them|those|the (?:above|code|lines?))\s)?|(?:it\s)?should\s)?(?:(?:to|with|into|by|new|becomes?|be|updated)(?:\s(?:this|these|the|following|new|updated|fixed|code|version|lines?|instead)){0,4}|after)(?:,? so that [^.:]{1,120})?\W{0,5}$/i;
/** Words before a block beside which another block belongs. */
const placesBeside =
  /\b(?:after|below|under(?:neath)?|above|beside|next to|add|behind|insert|append|prepend|put|paste|before (?:\S+ )?(?:this|that|the|it|these|those|line|`))\b/i;
/** The whole text between two blocks asks to replace the first one. */
const asksForNew = /\b(?:replace|change|swap|update)\b/i;
/** Words before a block that is probably no part of the file that was named before. */
const otherPurpose =
  /\b(?:usage|examples?|for instance|run|test(?:s|ing)?|try|outputs?|results?|install|call|then you can|now you can)\b/i;

/** Returns the level of a heading, from 1, or of a bold line; undefined for another line. */
export function headingLevel(line: string): number | undefined {
  const signs = /^(#{1,6})\s/.exec(line)?.[1];
  if (signs !== undefined) return signs.length;
  if (!bold.test(line)) return undefined;
  return part.test(line) ? partLevel : boldLevel;
}

/**
 * Returns the headings of the section that the last line is in: for each level, the last heading that no heading of a
 * higher level follows.
 *
 * @param above The headings of the section that the first line is in.
 */
export function sectionHeadings(above: readonly string[], lines: readonly string[]): readonly string[] {
  const headings = [...above];
  for (const line of lines.map((each) => each.trim().slice(0, maxLineLength))) {
    const level = headingLevel(line);
    if (level === undefined) continue;
    while (headings.length > 0 && (headingLevel(headings.at(-1) ?? '') ?? 0) >= level) headings.pop();
    headings.push(line);
  }
  return headings;
}

/** Returns true if the texts before two successive blocks say that the second block replaces the first one. */
export function replacesBlockAbove(before: string, between: readonly string[]): boolean {
  const [first = '', ...others] = between.filter((each) => each.trim() !== '');
  const line = first.slice(0, maxLineLength);
  const last = (before.split('\n').findLast((each) => each.trim() !== '') ?? '').slice(-maxLineLength);
  const isReplaced =
    asksToReplace.test(last) || namesOld.test(last) || (asksToFind.test(last) && asksForNew.test(line));
  return (
    others.length === 0 &&
    introducesNew.test(line) &&
    isReplaced &&
    !keeps.test(last) &&
    !placesBeside.test(last) &&
    !hasOtherPurpose([line, last])
  );
}

/** Returns true if the text between two blocks says that the second one is an example, a test or the like. */
export function hasOtherPurpose(lines: readonly string[]): boolean {
  return lines.some((line) => otherPurpose.test(line.slice(0, maxLineLength)));
}
