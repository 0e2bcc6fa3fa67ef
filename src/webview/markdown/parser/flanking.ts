import type { MarkdownIt } from 'markdown-it';

/** White space by the parser's rules for emphasis. JavaScript's `\s` also matches U+2028, U+2029 and U+FEFF. */
export const whiteSpace = /[\t-\r\p{Zs}]/u;

const punctuation = /[\p{P}\p{S}]/u;

/**
 * Matches characters of Chinese, Japanese and Korean text, with their punctuation: the wide, fullwidth and halfwidth
 * characters of Unicode that are not emoji, and Hangul.
 */
const cjk =
  /[\u1100-\u11ff\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uffee\u{16fe0}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

interface Flanking {
  readonly opens: boolean;
  readonly closes: boolean;
}

/**
 * Returns whether a run of `marker` characters can open or close emphasis or strikethrough. `before` and `after` are the
 * characters around the run; empty at the ends of the text.
 *
 * The rules are CommonMark's, with the amendments of https://github.com/tats-u/markdown-cjk-friendly (specification.md):
 * punctuation next to the run does not prevent emphasis if the punctuation or the character on the other side of the run
 * is CJK, because CJK text has no spaces around words.
 */
export function flanking(before: string, after: string, marker: string): Flanking {
  const isSpace = (character: string): boolean => character === '' || whiteSpace.test(character);
  const isMark = (character: string): boolean => punctuation.test(character) && !cjk.test(character);
  const separates = (character: string): boolean =>
    isSpace(character) || punctuation.test(character) || cjk.test(character);
  const left = !isSpace(after) && (!isMark(after) || separates(before));
  const right = !isSpace(before) && (!isMark(before) || separates(after));
  if (marker !== '_') return { opens: left, closes: right };
  return { opens: left && (!right || punctuation.test(before)), closes: right && (!left || punctuation.test(after)) };
}

/** Makes the parser decide by `flanking` where emphasis and strikethrough can open and close. */
export function addFlankingRule({ inline }: MarkdownIt): void {
  inline.State = class extends inline.State {
    override scanDelims(start: number): ReturnType<InstanceType<typeof inline.State>['scanDelims']> {
      const marker = this.src.charAt(start);
      let end = start;
      while (end < this.posMax && this.src.charAt(end) === marker) end += 1;
      const [before = ''] = /.?$/su.exec(this.src.slice(Math.max(0, start - 2), start)) ?? [];
      const [after = ''] = /^.?/su.exec(this.src.slice(end, Math.min(end + 2, this.posMax))) ?? [];
      const { opens, closes } = flanking(before, after, marker);
      return { can_open: opens, can_close: closes, length: end - start };
    }
  };
}
