import { maxLineLength } from './pathText.ts';

/** The level of a bold line. It is below all headings. */
export const boldLevel = 7;
/** The level of a bold line that continues the section, such as `**After:**`. */
const partLevel = 8;

const bold = /^(?:\d{1,3}[.)]\s{1,3})?\*\*[^*]+\*\*:?$/;
const part = /^\W{0,9}(?:before|after|old|new|current|original|updated|replace|with|find|change|to)\b[^`./]{0,40}$/i;
/** Words before a block that stays. */
const keeps = /\b(?:not|never|keep|keeps|stays?|unchanged)\b|n['’]t\b/i;
/** The end of the text before a block that another block replaces. */
const introducesOld =
  /\b(?:change|replace|find|before|old|existing|current(?:ly)?|original|locate|look for|update|swap)\b(?:[^.]|\.(?=\w)){0,80}$/i;
/** The whole text between such a block and the one that replaces it. */
const introducesNew =
  /^\W{0,9}(?:(?:and|then|now)\s)?(?:(?:replace|change|swap|update)\s(?:(?:it|this|that|them|those|the (?:above|code|lines?))\s)?|(?:it\s)?should\s)?(?:(?:to|with|into|by|new|becomes?|be|updated)(?:\s(?:this|these|the|following|new|updated|fixed|code|version|lines?|instead)){0,4}|after)\W{0,5}$/i;
/** Words before a block beside which another block belongs. */
const placesBeside =
  /\b(?:after|below|under(?:neath)?|above|beside|next to|add|insert|append|prepend|put|paste|before (?:this|that|the|it|these|those))\b/i;
/** The whole text between two blocks that may also introduce an addition to the first one. */
const mayIntroduceAddition = /^\W{0,9}(?:(?:and|then|now)\s)?(?:new|after)\b/i;
/** Words before a block that say that another block replaces it. */
const saysReplaced = /\b(?:change|replace|before|old|current(?:ly)?|original|update|swap)\b/i;
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
  const [line = '', ...others] = between.filter((each) => each.trim() !== '');
  const last = (before.split('\n').findLast((each) => each.trim() !== '') ?? '').slice(-maxLineLength);
  const mayReplace = saysReplaced.test(last) || !mayIntroduceAddition.test(line.slice(0, maxLineLength));
  return (
    others.length === 0 &&
    introducesNew.test(line.slice(0, maxLineLength)) &&
    introducesOld.test(last) &&
    mayReplace &&
    !keeps.test(last) &&
    !placesBeside.test(last) &&
    !hasOtherPurpose([line, last])
  );
}

/** Returns true if the text between two blocks says that the second one is an example, a test or the like. */
export function hasOtherPurpose(lines: readonly string[]): boolean {
  return lines.some((line) => otherPurpose.test(line.slice(0, maxLineLength)));
}
