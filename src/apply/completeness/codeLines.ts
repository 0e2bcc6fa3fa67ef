import { commentText } from '../fragments/elision.ts';
import type { Language } from '../languages.ts';
import { scanCode } from '../outline/scanCode.ts';

/** Lines without their indentation. Of comments and brackets, `isCode` is false. */
export interface CodeLines {
  readonly texts: readonly string[];
  readonly isCode: readonly boolean[];
}

export function codeIn(lines: readonly string[], language: Language): CodeLines {
  const { content } = scanCode(lines, language);
  const texts = lines.map((line) => line.trim());
  const isCode = texts.map(
    (text, line) => content[line] === 'code' && /\w/.test(text) && commentText(text, language) === undefined,
  );
  return { texts, isCode };
}

/** Returns the lines of code between two lines. */
export function codeBetween({ texts, isCode }: CodeLines, before: number, after: number): readonly string[] {
  return texts.slice(before + 1, after).filter((_, index) => isCode[before + 1 + index]);
}
