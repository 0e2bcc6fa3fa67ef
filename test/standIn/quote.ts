import type { Fence } from './readQuestion.ts';

const maximumLines = 40;

/** The code, or its first lines when it is long, in a fence longer than any in it. */
export function quote({ language, code }: Pick<Fence, 'language' | 'code'>): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  const lines = code.replace(/\n+$/, '').split('\n');
  const block = `${mark}${language}\n${lines.slice(0, maximumLines).join('\n')}\n${mark}`;
  return lines.length > maximumLines ? `${block}\n\n… and ${lines.length - maximumLines} lines more.` : block;
}
