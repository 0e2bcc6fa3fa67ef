/**
 * Returns the fence of a Markdown code block. The fence has at least three backticks, and more than any run of backticks
 * in the code, so the code cannot end the block.
 */
export function codeFence(code: string): string {
  let fence = '```';
  for (const [run] of code.matchAll(/`+/g)) if (run.length >= fence.length) fence = `${run}\``;
  return fence;
}

/** Returns a text as inline code of Markdown. Line breaks become spaces, and no backtick of the text ends the code. */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/[\n\r\u2028\u2029]+/g, ' ');
  if (!line.includes('`')) return `\`${line}\``;
  const mark = codeFence(line);
  return `${mark} ${line} ${mark}`;
}
