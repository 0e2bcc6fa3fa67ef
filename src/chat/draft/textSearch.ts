import { joinParagraphs } from '../../common/text/joinParagraphs.ts';

/** Longer parts are only compared with the start and the end of a text. */
const maxPartLength = 4096;
/** The budget of all calls together, in comparisons of UTF-16 code units: about a tenth of a second. */
const maxSteps = 2 ** 27;

/**
 * Returns a function that returns true if a text contains `part`. The texts and parts may come from an archive, and
 * `includes` takes time in proportion to the product of both lengths for some repetitive texts. Therefore, the function
 * does not find a part of more than 4,096 code units that is neither a whole text nor at the start or the end of a text.
 * When the budget is used up, the function finds only whole texts.
 */
export function createTextSearch(): (texts: ReadonlySet<string>, part: string) => boolean {
  let steps = 0;
  const contains = (text: string, part: string): boolean => {
    const isShort = part.length <= maxPartLength;
    steps += isShort ? 16 + part.length * text.length : part.length;
    if (steps > maxSteps) return false;
    return isShort ? text.includes(part) : text.startsWith(part) || text.endsWith(part);
  };
  return (texts, part) => {
    if (texts.has(part)) return true;
    for (const text of texts) {
      if (steps > maxSteps) return false;
      if (contains(text, part)) return true;
    }
    return false;
  };
}

/**
 * Returns `text` without the paragraphs `part`, or undefined if it does not contain them, or if they are not found (see
 * createTextSearch).
 */
export function withoutParagraphs(text: string, part: string): string | undefined {
  const [padded, paragraphs] = [`\n\n${text}\n\n`, `\n\n${part}\n\n`];
  if (!createTextSearch()(new Set([padded]), paragraphs)) return undefined;
  const lastStart = padded.length - paragraphs.length;
  // `indexOf` takes long for long parts, which are found only at the start and the end.
  const start = [0, lastStart].find((each) => padded.startsWith(paragraphs, each)) ?? padded.indexOf(paragraphs);
  return joinParagraphs([padded.slice(2, start), padded.slice(start + paragraphs.length, -2)]);
}
